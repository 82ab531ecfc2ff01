// The C interface, called as a C program would.
#include "engine/c_interface.h"

#include "conformance/tests/catch.h"
#include "conformance/tests/engine/loader/loading.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/loader/serialization.h"

namespace etalon::c_interface_test {
namespace {

using test::f32;

constexpr const char* difference = R"(
  node { op_type: "Sub" input: "a" input: "b" output: "c" }
  input { name: "a" type { tensor_type { elem_type: 1 } } }
  input { name: "b" type { tensor_type { elem_type: 1 } } }
  output { name: "c" type { tensor_type { elem_type: 1 } } })";

// A model of a − b, where b is one float in a file.
std::string difference_from(const std::string& file) {
  return model_bytes(std::string(difference) + R"(
      initializer { name: "b" dims: 1 data_type: 1 data_location: EXTERNAL
                    external_data { key: "location" value: ")" +
                     file + R"(" } })");
}

std::string bytes_of(const Value& value) { return serialize_value(value, ""); }

// A parsed model, given back at the end.
struct Parsed {
  EtalonModel* model = nullptr;

  explicit Parsed(EtalonModel* given) : model(given) {}
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;
  explicit Parsed(const std::string& bytes) {
    const EtalonStatus status = etalon_parse_model(bytes.data(), bytes.size(), nullptr, &model);
    INFO(etalon_message());
    REQUIRE(status == ETALON_OK);
    REQUIRE(model != nullptr);
  }
  ~Parsed() { etalon_free_model(model); }
};

// One call: its status and, until the end, its outputs.
struct Ran {
  EtalonStatus status;
  EtalonValue* outputs = nullptr;
  size_t count = 7;

  Ran(const Parsed& parsed, const std::vector<std::pair<std::string, std::string>>& inputs,
      uint64_t max_memory = 0) {
    std::vector<EtalonValue> values;
    for (const auto& [name, bytes] : inputs) {
      values.push_back({name.c_str(), bytes.data(), bytes.size()});
    }
    status = etalon_run(parsed.model, values.data(), values.size(), max_memory, &outputs, &count);
  }
  ~Ran() { etalon_free_outputs(outputs, count); }
};

void check_refused(const Ran& ran, EtalonStatus status, const std::string& part) {
  INFO(etalon_message());
  CHECK(ran.status == status);
  CHECK(ran.outputs == nullptr);
  CHECK(ran.count == 0);
  CHECK(std::string(etalon_message()).find(part) != std::string::npos);
}

// Of a model of a − 1.
void check_difference_from_1(const Parsed& parsed) {
  const Ran ran(parsed, {{"a", bytes_of(f32({1}, {3}))}});
  REQUIRE(ran.status == ETALON_OK);
  const std::string_view c(static_cast<const char*>(ran.outputs[0].bytes), ran.outputs[0].size);
  CHECK(identical(parse_value(c, Type::tensor(DType::float32), {}).tensor(), f32({1}, {2})));
}

TEST_CASE("the C interface evaluates a model from bytes to bytes") {
  const Parsed parsed(model_bytes(difference));
  const Ran ran(parsed, {{"b", bytes_of(f32({2}, {1, 2}))}, {"a", bytes_of(f32({2}, {10, 20}))}});
  REQUIRE(ran.status == ETALON_OK);
  CHECK(std::string(etalon_message()).empty());
  REQUIRE(ran.count == 1);
  CHECK(std::string(ran.outputs[0].name) == "c");
  const std::string_view bytes(static_cast<const char*>(ran.outputs[0].bytes), ran.outputs[0].size);
  const Value c = parse_value(bytes, Type::tensor(DType::float32), {});
  CHECK(identical(c.tensor(), f32({2}, {9, 18})));
}

TEST_CASE("the C interface evaluates a model of a newer opset by the newest known versions") {
  const auto of_opset_99 = [](const std::string& graph) {
    return message<onnx::ModelProto>(
               "ir_version: 8 opset_import { version: 99 } graph { name: 'g' " + graph + "}")
        .SerializeAsString();
  };
  const Parsed parsed(of_opset_99(difference));
  const Ran ran(parsed, {{"b", bytes_of(f32({1}, {1}))}, {"a", bytes_of(f32({1}, {3}))}});
  REQUIRE(ran.status == ETALON_OK);
  const std::string unknown = of_opset_99("node { op_type: 'Brandnew' output: 'y' }");
  EtalonModel* model = nullptr;
  CHECK(etalon_parse_model(unknown.data(), unknown.size(), nullptr, &model) == ETALON_UNSUPPORTED);
  CHECK(model == nullptr);
}

TEST_CASE("the C interface evaluates by the formulas alone") {
  const std::string softmax = model_bytes(R"(node { op_type: "Softmax" input: "x" output: "y" }
                        input { name: "x" type { tensor_type { elem_type: 1 } } }
                        output { name: "y" type { tensor_type { elem_type: 1 } } })");
  const Parsed parsed(softmax);
  const std::string bytes = bytes_of(f32({1, 3}, {0, 1, 80.5}));
  const EtalonValue x = {"x", bytes.data(), bytes.size()};
  Ran quick(parsed, {{"x", bytes}});
  EtalonValue* outputs = nullptr;
  size_t count = 0;
  REQUIRE(etalon_run_plain(parsed.model, &x, 1, 0, &outputs, &count) == ETALON_OK);
  REQUIRE(count == 1);
  const auto content = [](const EtalonValue& value) {
    return std::string(static_cast<const char*>(value.bytes), value.size);
  };
  CHECK(content(outputs[0]) == content(quick.outputs[0]));
  etalon_free_outputs(outputs, count);
  CHECK(etalon_run_plain(parsed.model, nullptr, 0, 0, &outputs, &count) == ETALON_INVALID_INPUT);
}

TEST_CASE("the C interface names inputs and outputs in order") {
  const Parsed parsed(model_bytes(difference));
  CHECK(std::string(etalon_input_name(parsed.model, 0)) == "a");
  CHECK(std::string(etalon_input_name(parsed.model, 1)) == "b");
  CHECK(etalon_input_name(parsed.model, 2) == nullptr);
  CHECK(std::string(etalon_output_name(parsed.model, 0)) == "c");
  CHECK(etalon_output_name(parsed.model, 1) == nullptr);
}

TEST_CASE("the C interface gives each failure its status and its sentence") {
  const Parsed parsed(model_bytes(difference));
  const std::string one = bytes_of(f32({1}, {1}));
  check_refused(Ran(parsed, {{"a", one}, {"x", one}}), ETALON_INVALID_INPUT, "no input 'x'");
  check_refused(Ran(parsed, {{"a", one}, {"a", one}}), ETALON_INVALID_INPUT, "'a' is given twice");
  check_refused(Ran(parsed, {{"a", one}}), ETALON_INVALID_INPUT, "'b'");
  check_refused(Ran(parsed, {{"a", one}, {"b", "\xff"}}), ETALON_INVALID_MODEL, "");
  const std::string large = bytes_of(Tensor::of(DType::float32, Reals(xt::zeros<double>({9999}))));
  check_refused(Ran(parsed, {{"a", large}, {"b", large}}, 1000), ETALON_LIMIT_EXCEEDED, "memory");
  const EtalonValue nameless = {nullptr, one.data(), one.size()};
  EtalonValue* outputs = nullptr;
  size_t count = 0;
  CHECK(etalon_run(parsed.model, &nameless, 1, 0, &outputs, &count) == ETALON_INVALID_INPUT);
  CHECK(outputs == nullptr);
}

TEST_CASE("the C interface refuses a model with one sentence") {
  const auto refuse = [](const std::string& bytes, EtalonStatus status, const std::string& part) {
    EtalonModel* model = nullptr;
    INFO(part);
    CHECK(etalon_parse_model(bytes.data(), bytes.size(), nullptr, &model) == status);
    CHECK(model == nullptr);
    INFO(etalon_message());
    CHECK(std::string(etalon_message()).find(part) != std::string::npos);
  };
  refuse("no protobuf", ETALON_INVALID_MODEL, "");
  refuse(model_bytes(R"(node { op_type: "Nope" input: "a" output: "c" }
                        input { name: "a" type { tensor_type { elem_type: 1 } } }
                        output { name: "c" type { tensor_type { elem_type: 1 } } })"),
         ETALON_INVALID_MODEL, "Nope");
  refuse(difference_from("passwd"), ETALON_INVALID_MODEL, "'b'");
}

TEST_CASE("the C interface reads external data from the folder it is given") {
  const TemporaryFolder folder;
  write_in(folder, "weights", std::string("\0\0\x80\x3f", 4));  // 1.0f
  const std::string bytes = difference_from("weights");
  EtalonModel* model = nullptr;
  REQUIRE(etalon_parse_model(bytes.data(), bytes.size(), folder.path().c_str(), &model) ==
          ETALON_OK);
  check_difference_from_1(Parsed(model));
}

TEST_CASE("the C interface loads a file; with the external data in its folder") {
  const TemporaryFolder folder;
  write_in(folder, "weights", std::string("\0\0\x80\x3f", 4));  // 1.0f
  const auto file = write_in(folder, "model.onnx", difference_from("weights"));
  EtalonModel* model = nullptr;
  REQUIRE(etalon_load_model(file.c_str(), &model) == ETALON_OK);
  check_difference_from_1(Parsed(model));
  const auto missing = folder.path() / "missing.onnx";
  CHECK(etalon_load_model(missing.c_str(), &model) == ETALON_INVALID_MODEL);
  CHECK(model == nullptr);
  CHECK(std::string(etalon_message()).find("missing.onnx") != std::string::npos);
}

TEST_CASE("the C interface gives whole outputs and which of their elements are open") {
  const Parsed parsed(model_bytes(R"(
      node { op_type: "Div" input: "a" input: "b" output: "c" }
      input { name: "a" type { tensor_type { elem_type: 6 } } }
      input { name: "b" type { tensor_type { elem_type: 6 } } }
      output { name: "c" type { tensor_type { elem_type: 6 } } })"));
  const auto i32 = [](int64_t first, int64_t second) {
    Ints values = empty_array<int64_t>({2});
    values(0) = first;
    values(1) = second;
    return bytes_of(Tensor::of(DType::int32, values));
  };
  const std::string a = i32(6, 7), b = i32(2, 0);
  const EtalonValue inputs[] = {{"a", a.data(), a.size()}, {"b", b.data(), b.size()}};
  EtalonValue* outputs = nullptr;
  EtalonOpenPoint* points = nullptr;
  size_t count = 0, open = 0;
  REQUIRE(etalon_run_open(parsed.model, inputs, 2, 0, &outputs, &count, &points, &open) ==
          ETALON_OK);
  REQUIRE(count == 1);
  const std::string_view c(static_cast<const char*>(outputs[0].bytes), outputs[0].size);
  CHECK(parse_value(c, Type::tensor(DType::int32), {}).tensor().as<int64_t>()(0) == 3);
  REQUIRE(open == 1);
  CHECK(std::string(points[0].output) == "c");
  CHECK(std::string(points[0].point) == "Div.integer_zero_divisor");
  CHECK(std::string(points[0].node).find("Div-") == 0);
  CHECK(points[0].depends == 0);
  REQUIRE(points[0].element_count == 2);
  CHECK(points[0].mask[0] == 0);
  CHECK(points[0].mask[1] == 1);
  etalon_free_outputs(outputs, count);
  etalon_free_open_points(points, open);

  const Ran ran(parsed, {{"a", a}, {"b", b}});
  CHECK(ran.status == ETALON_UNSPECIFIED);
}

TEST_CASE("the C interface gives a fraction that every rule makes the same integer") {
  const Parsed parsed(model_bytes(R"(
      node { op_type: "Gemm" input: "a" input: "b" input: "c" output: "y"
             attribute { name: "beta" type: FLOAT f: 0.0625 } }
      input { name: "a" type { tensor_type { elem_type: 6 } } }
      input { name: "b" type { tensor_type { elem_type: 6 } } }
      input { name: "c" type { tensor_type { elem_type: 6 } } }
      output { name: "y" type { tensor_type { elem_type: 6 } } })"));
  const auto i32 = [](int64_t value) {
    Ints values = empty_array<int64_t>({1, 1});
    values(0) = value;
    return bytes_of(Tensor::of(DType::int32, values));
  };
  const Ran six(parsed, {{"a", i32(2)}, {"b", i32(3)}, {"c", i32(1)}});  // 6 + 1/16
  REQUIRE(six.status == ETALON_OK);
  const std::string_view y(static_cast<const char*>(six.outputs[0].bytes), six.outputs[0].size);
  CHECK(parse_value(y, Type::tensor(DType::int32), {}).tensor().as<int64_t>()(0) == 6);
  const Ran open(parsed, {{"a", i32(2)}, {"b", i32(3)}, {"c", i32(15)}});  // 6 + 15/16: 6 or 7
  CHECK(open.status == ETALON_UNSPECIFIED);
}

TEST_CASE("the C interface frees nothing without complaint") {
  etalon_free_outputs(nullptr, 0);
  etalon_free_open_points(nullptr, 0);
  etalon_free_model(nullptr);
  CHECK(std::string(etalon_version()).find('.') != std::string::npos);
}

}  // namespace
}  // namespace etalon::c_interface_test
