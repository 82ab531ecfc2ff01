#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/generate/model_inputs.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"
#include "onnx.pb.h"

namespace etalon::model_case_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::check_fails;
using test::etalon_command;
using test::files_in;
using test::names_in;
using test::Outcome;
using test::SmallModel;
using test::Workshop;
using test::write_add_folder;
using test::write_text;
using test::written;

// Writes a model {inputs} → one node → y.
void write_model(const fs::path& file, const std::string& op_type,
                 const std::vector<std::pair<std::string, Type>>& inputs,
                 const std::function<void(onnx::ModelProto&)>& change = {}) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(13);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("g");
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type(op_type);
  for (const auto& [name, type] : inputs) {
    node.add_input(name);
    onnx::ValueInfoProto& info = *graph.add_input();
    info.set_name(name);
    auto& tensor = *info.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(static_cast<int>(type.dtype));
    if (!type.shape) continue;
    tensor.mutable_shape();
    for (const Dim& dim : *type.shape) {
      auto& written = *tensor.mutable_shape()->add_dim();
      if (const auto* length = std::get_if<int64_t>(&dim)) written.set_dim_value(*length);
      if (const auto* name = std::get_if<std::string>(&dim)) written.set_dim_param(*name);
    }
  }
  node.add_output("y");
  graph.add_output()->set_name("y");
  if (change) change(model);
  write_text(file, model.SerializeAsString());
}

Type floats_of(std::vector<Dim> shape) {
  Type type = Type::tensor(DType::float32);
  type.shape = std::move(shape);
  return type;
}

TEST_CASE("generate MODEL: expected outputs for given inputs; in the official layout") {
  const Workshop here;
  write_add_folder(here.at("add"), {0, 0});
  const Outcome outcome =
      etalon_command({"generate", here.at("add/model.onnx"), "--inputs",
                      here.at("add/test_data_set_0"), "--out", here.at("case")});
  CHECK(outcome.code == exit_ok);
  CHECK(names_in(here.at("case")) ==
        std::vector<std::string>{"model.onnx", "test_data_set_0/input_0.pb",
                                 "test_data_set_0/input_1.pb", "test_data_set_0/output_0.pb"});
  CHECK(file_text(here.at("case/model.onnx")) == file_text(here.at("add/model.onnx")));
  CHECK(identical(written(here.at("case/test_data_set_0/output_0.pb")), test::floats({11, 22})));
  CHECK(here.names() == std::set<std::string>{"add", "case"});
  CHECK(etalon_command({"test", here.at("case")}).code == exit_ok);
}

TEST_CASE("generate MODEL: tolerances go to data.json") {
  const Workshop here;
  write_add_folder(here.at("add"), {0, 0});
  CHECK(etalon_command({"generate", here.at("add/model.onnx"), "--inputs",
                        here.at("add/test_data_set_0"), "--out", here.at("case"), "--rtol", "0.5",
                        "--atol", "0"})
            .code == exit_ok);
  CHECK(json::parse(file_text(here.at("case/data.json"))) == json{{"rtol", 0.5}, {"atol", 0.0}});
}

TEST_CASE("generate MODEL --random: declared types; given dimensions; ranges of the operators") {
  const Workshop here;
  write_model(here.at("m.onnx"), "Log", {{"x", floats_of({Dim("N"), Dim(int64_t{40})})}});
  const std::vector<std::string> words = {
      "generate", here.at("m.onnx"), "--random", "5", "--dim", "N=3", "--count", "2", "--out"};
  const auto into = [&](const std::string& name) {
    std::vector<std::string> all = words;
    all.push_back(here.at(name));
    return etalon_command(all).code;
  };
  CHECK(into("a") == exit_ok);
  CHECK(into("b") == exit_ok);
  CHECK(files_in(here.at("a")) == files_in(here.at("b")));
  const Tensor first = written(here.at("a/test_data_set_0/input_0.pb"));
  CHECK(first.shape() == Shape{3, 40});
  for (const double value : first.as<double>()) CHECK(value > 0);
  CHECK_FALSE(identical(first, written(here.at("a/test_data_set_1/input_0.pb"))));
  CHECK(etalon_command({"test", here.at("a")}).code == exit_ok);
}

TEST_CASE("generate MODEL --random: indices stay within the indexed axis") {
  const Workshop here;
  Type indices = Type::tensor(DType::int64);
  indices.shape = {Dim(int64_t{50})};
  write_model(here.at("m.onnx"), "Gather",
              {{"data", floats_of({Dim(int64_t{3}), Dim(int64_t{2})})}, {"ids", indices}});
  REQUIRE(etalon_command({"generate", here.at("m.onnx"), "--random", "1", "--out", here.at("c")})
              .code == exit_ok);
  std::set<int64_t> seen;
  for (const int64_t i : written(here.at("c/test_data_set_0/input_1.pb")).ints()) seen.insert(i);
  CHECK(seen == std::set<int64_t>{0, 1, 2});
}

TEST_CASE("generate MODEL --random: lengths that are not given are drawn and printed") {
  const Workshop here;
  write_model(here.at("two.onnx"), "Add",
              {{"a", floats_of({Dim("N"), Dim("M")})}, {"b", floats_of({Dim("N"), Dim()})}});
  const Outcome outcome = etalon_command(
      {"generate", here.at("two.onnx"), "--random", "1", "--dim", "M=1", "--out", here.at("c")});
  REQUIRE(outcome.code == exit_ok);
  const Shape a = written(here.at("c/test_data_set_0/input_0.pb")).shape();
  const Shape b = written(here.at("c/test_data_set_0/input_1.pb")).shape();
  CHECK(a[0] == b[0]);
  CHECK(a[1] == 1);
  CHECK(outcome.out.find(fmt::format(
            "lengths drawn: N = {}, axis 1 of input 'b' = {}; --dim gives others\n", a[0], b[1])) !=
        std::string::npos);
}

TEST_CASE("generate MODEL --random: drawn lengths fit lengths of given inputs and sums") {
  const Workshop here;
  write_model(here.at("m.onnx"), "Add",
              {{"a", floats_of({Dim("N")})}, {"b", floats_of({Dim("N")})}});
  write_value(here.at("a.pb"), test::floats({1, 2, 3, 4, 5, 6, 7}), "a");
  REQUIRE(etalon_command({"generate", here.at("m.onnx"), "--random", "1", "--input",
                          "a=" + here.at("a.pb"), "--out", here.at("c")})
              .code == exit_ok);
  CHECK(written(here.at("c/test_data_set_0/input_1.pb")).shape() == Shape{7});
  write_model(here.at("sum.onnx"), "Concat",
              {{"a", floats_of({Dim("past")})},
               {"b", floats_of({Dim("length")})},
               {"c", floats_of({Dim("past + length")})}},
              [](onnx::ModelProto& model) {
                onnx::AttributeProto& axis =
                    *model.mutable_graph()->mutable_node(0)->add_attribute();
                axis.set_name("axis");
                axis.set_type(onnx::AttributeProto::INT);
              });
  REQUIRE(etalon_command({"generate", here.at("sum.onnx"), "--random", "3", "--out", here.at("s")})
              .code == exit_ok);
  const auto length = [&](int i) {
    return written(here.at(fmt::format("s/test_data_set_0/input_{}.pb", i))).dim(0);
  };
  CHECK(length(0) + length(1) == length(2));
}

TEST_CASE("generate MODEL --random: what stays refused") {
  const Workshop here;
  write_model(here.at("m.onnx"), "Abs", {{"x", floats_of({Dim("N")})}});
  write_model(here.at("rankless.onnx"), "Abs", {{"x", Type::tensor(DType::float32)}});
  check_fails({"generate", here.at("m.onnx"), "--random", "1", "--dim", "N=3", "--dim", "Q=4",
               "--out", here.at("c")},
              exit_usage, "--dim Q: no input has a dimension with this name");
  check_fails({"generate", here.at("rankless.onnx"), "--random", "1", "--out", here.at("c")},
              exit_invalid, "no declared shape");
  check_fails({"generate", here.at("m.onnx"), "--out", here.at("c")}, exit_invalid, "x");
  CHECK(here.names() == std::set<std::string>{"m.onnx", "rankless.onnx"});
}

// The inputs that are drawn for a model, by name.
Bindings drawn_for(const SmallModel& small, uint32_t seed = 1) {
  Draw draw(seed);
  Bindings bindings;
  add_random_inputs(small.model(), {}, draw, bindings);
  return bindings;
}

// What an input that is drawn was taken for.
std::string line_for(const SmallModel& small, size_t input = 0) {
  Draw draw(1);
  Bindings bindings;
  return to_lines(add_random_inputs(small.model(), {}, draw, bindings)).at(input);
}

Tensor wanted_ints(DType type, const Shape& shape) { return Tensor::zeros(type, shape); }

void check_range(const Tensor& tensor, double low, double high) {
  const Reals numbers = tensor.as<double>();
  const auto [least, greatest] = std::minmax_element(numbers.begin(), numbers.end());
  CHECK(*least == low);
  CHECK(*greatest == high);
}

TEST_CASE("an index that arithmetic makes is in range and uses all of it") {
  const Tensor ids = wanted_ints(DType::int64, {400});
  SmallModel model(13);
  model.input("ids", ids)
      .initializer("table", Tensor::zeros(DType::float32, {12, 2}))
      .initializer("two", Tensor::of(DType::int64, scalar_array<int64_t>(2)))
      .initializer("one", Tensor::of(DType::int64, full<int64_t>({1}, 1)))
      .node("Mul", {"ids", "two"}, {"twice"})
      .node("Sub", {"twice", "one"}, {"less"})
      .node("Cast", {"less"}, {"cast"})
      .set("to", static_cast<int64_t>(DType::int32))
      .node("Unsqueeze", {"cast", "one"}, {"more"})
      .node("Gather", {"table", "more"}, {"y"})
      .output("y");
  check_range(drawn_for(model).at("ids").tensor(), 1, 6);  // 2 · ids - 1 is in 0 … 11
}

TEST_CASE("an index that two constants negate and move or a branch reads; is in range") {
  const Tensor ids = wanted_ints(DType::int32, {300});
  SmallModel model(13);
  model.input("ids", ids)
      .initializer("table", Tensor::zeros(DType::float32, {8}))
      .initializer("nine", Tensor::of(DType::int32, scalar_array<int64_t>(9)))
      .node("Sub", {"nine", "ids"}, {"left"})
      .node("Gather", {"table", "left"}, {"y"})
      .output("y");
  check_range(drawn_for(model).at("ids").tensor(), 2, 9);
}

TEST_CASE("logarithms of a moved value are of positive numbers") {
  SmallModel model(13);
  model.input("x", Tensor::zeros(DType::float32, {500}))
      .initializer("three", Tensor::of(DType::float32, scalar_array(3.0)))
      .node("Sub", {"x", "three"}, {"less"})
      .node("Log", {"less"}, {"y"})
      .output("y");
  for (const double x : drawn_for(model).at("x").tensor().as<double>()) CHECK(x > 3);
}

TEST_CASE("masks are 0 and 1 and 1 first") {
  SmallModel model(13);
  model.input("attention_mask", wanted_ints(DType::int64, {20, 6}))
      .node("Identity", {"attention_mask"}, {"y"})
      .output("y", DType::int64);
  const Tensor mask = drawn_for(model).at("attention_mask").tensor();
  check_range(mask, 0, 1);
  const std::vector<int64_t> bits = mask.ints();
  for (size_t i = 0; i < bits.size(); i += 6) CHECK(bits[i] == 1);
}

TEST_CASE("positions ascend within what they index; segments do not descend") {
  SmallModel model(13);
  model.input("position_ids", wanted_ints(DType::int64, {2, 6}))
      .input("token_type_ids", wanted_ints(DType::int64, {2, 6}))
      .initializer("places", Tensor::zeros(DType::float32, {4, 2}))
      .initializer("kinds", Tensor::zeros(DType::float32, {2, 2}))
      .node("Gather", {"places", "position_ids"}, {"p"})
      .node("Gather", {"kinds", "token_type_ids"}, {"k"})
      .node("Add", {"p", "k"}, {"y"})
      .output("y");
  const Bindings drawn = drawn_for(model);
  CHECK(drawn.at("position_ids").tensor().ints() ==
        std::vector<int64_t>{0, 1, 2, 3, 3, 3, 0, 1, 2, 3, 3, 3});
  const std::vector<int64_t> kinds = drawn.at("token_type_ids").tensor().ints();
  for (size_t i = 0; i < 12; ++i) {
    CHECK((kinds[i] == 0 || kinds[i] == 1));
    if (i % 6 != 0) CHECK(kinds[i] >= kinds[i - 1]);
  }
}

TEST_CASE("images are 0 … 255 where they are divided by 255; else 0 … 1 or the usual numbers") {
  const auto greatest = [](const std::string& op, double by) {
    SmallModel model(13);
    model.input("image", Tensor::zeros(DType::float32, {1, 3, 20, 20}))
        .initializer("by", Tensor::of(DType::float32, scalar_array(by)))
        .node(op, {"image", "by"}, {"y"})
        .output("y");
    const Reals numbers = drawn_for(model).at("image").tensor().as<double>();
    CHECK(*std::min_element(numbers.begin(), numbers.end()) >= 0);
    return *std::max_element(numbers.begin(), numbers.end());
  };
  CHECK(greatest("Div", 255) > 200);
  CHECK(greatest("Sub", 123.68) > 200);
  CHECK(greatest("Mul", 1.0 / 255) > 200);
  CHECK(greatest("Sub", 0.485) <= 1);
  SmallModel bytes(13);
  bytes.input("image", Tensor::zeros(DType::uint8, {400}))
      .node("Identity", {"image"}, {"y"})
      .output("y", DType::uint8);
  const Reals numbers = drawn_for(bytes).at("image").tensor().as<double>();
  CHECK(*std::max_element(numbers.begin(), numbers.end()) > 200);
}

// Gives an axis of an input a symbol instead of its length.
void free_axis(SmallModel& model, int input, int axis, const std::string& symbol) {
  model.proto()
      .mutable_graph()
      ->mutable_input(input)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(axis)
      ->set_dim_param(symbol);
}

// A network of `count` convolutions over an input whose spatial axes have no number.
SmallModel convolutions(size_t count, const Shape& kernel, int64_t stride) {
  SmallModel model(13);
  const Shape input(2 + kernel.size(), 1);
  Shape weights = {1, 1};
  weights.insert(weights.end(), kernel.begin(), kernel.end());
  model.input("x", Tensor::zeros(DType::float32, input))
      .initializer("W", Tensor::zeros(DType::float32, weights));
  for (size_t i = 0; i < kernel.size(); ++i) {
    free_axis(model, 0, static_cast<int>(2 + i), fmt::format("side{}", i));
  }
  const auto name = [](size_t i) { return i == 0 ? "x" : fmt::format("y{}", i); };
  for (size_t i = 0; i < count; ++i) {
    model.node("Conv", {name(i), "W"}, {name(i + 1)})
        .set("strides", std::vector<int64_t>(kernel.size(), stride));
  }
  model.output(name(count));
  return model;
}

TEST_CASE("sides of images are whole strides of the network; and more than one window") {
  CHECK(drawn_for(convolutions(6, {2, 2}, 2)).at("x").tensor().shape() ==
        Shape{1, 1, 128, 128});  // 2^6 = 64
  CHECK(drawn_for(convolutions(1, {3, 3}, 1)).at("x").tensor().shape() == Shape{1, 1, 32, 32});
}

TEST_CASE("lengths of signals fill whole windows") {
  // Two windows of 400, 160 apart: 400 + 160 · 399 samples for the first of the second.
  const size_t length = drawn_for(convolutions(2, {400}, 160)).at("x").tensor().dim(2);
  const size_t least = 400 + 160 * 399;
  CHECK(length >= least + 7 * 160 * 160);
  CHECK((length - least) % (160 * 160) == 0);
}

TEST_CASE("edges of a graph are indices among its nodes; also behind a layer") {
  SmallModel model(13);
  model.input("nodes", Tensor::zeros(DType::float32, {1, 3}))
      .input("source", wanted_ints(DType::int64, {40}))
      .initializer("W", Tensor::zeros(DType::float32, {3, 2}))
      .node("MatMul", {"nodes", "W"}, {"h"})
      .node("Relu", {"h"}, {"r"})
      .node("Gather", {"r", "source"}, {"y"})
      .output("y");
  free_axis(model, 0, 0, "N");
  Draw draw(1);
  Bindings drawn;
  add_random_inputs(model.model(), {{"N", 7}}, draw, drawn);
  const std::vector<int64_t> source = drawn.at("source").tensor().ints();
  CHECK(std::set<int64_t>(source.begin(), source.end()) == std::set<int64_t>{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("drawn floats are seldom multiples of one half") {
  SmallModel model(13);
  model.input("x", Tensor::zeros(DType::float32, {500})).node("Abs", {"x"}, {"y"}).output("y");
  for (uint32_t seed = 0; seed < 8; ++seed) {
    const Reals numbers = drawn_for(model, seed).at("x").tensor().as<double>();
    CHECK(std::count_if(numbers.begin(), numbers.end(),
                        [](double x) { return 2 * x == std::rint(2 * x); }) < 50);
  }
}

TEST_CASE("each drawn input is named with its numbers; and the node that asks for them") {
  SmallModel model(13);
  model.input("ids", wanted_ints(DType::int64, {2, 6}))
      .input("attention_mask", wanted_ints(DType::int64, {2, 6}))
      .input("x", Tensor::zeros(DType::float32, {2}))
      .initializer("table", Tensor::zeros(DType::float32, {12, 2}))
      .node("Gather", {"table", "ids"}, {"y"})
      .node("Identity", {"attention_mask"}, {"m"})
      .node("Abs", {"x"}, {"a"})
      .output("y")
      .output("m", DType::int64)
      .output("a");
  CHECK(line_for(model) == "input 'ids', int64[2, 6]: 0 … 11, indices of Gather-13 (output 'y')");
  CHECK(line_for(model, 1) == "input 'attention_mask', int64[2, 6]: 0 … 1, a mask, by its name");
  CHECK(line_for(model, 2) == "input 'x', float[2]: -1 … 1, data of Abs-13 (output 'a')");
}

TEST_CASE("generate MODEL --random: draws again where results are not finite") {
  const Workshop here;
  SmallModel model(13);
  model.input("x", Tensor::zeros(DType::float32, {50}))
      .node("Abs", {"x"}, {"a"})
      .node("Add", {"x", "a"}, {"twice"})  // 0 for numbers below 0
      .node("Div", {"x", "twice"}, {"y"})
      .output("y");
  write_text(here.at("m.onnx"), model.bytes());
  REQUIRE(etalon_command({"generate", here.at("m.onnx"), "--random", "2", "--out", here.at("c")})
              .code == exit_ok);
  for (const double y : written(here.at("c/test_data_set_0/output_0.pb")).as<double>()) {
    CHECK(std::isfinite(y));
  }
}

TEST_CASE(
    "generate MODEL: an initializer's value stands for an input left out before a given one") {
  const Workshop here;
  write_model(here.at("m.onnx"), "Sub",
              {{"a", floats_of({Dim(int64_t{1})})}, {"b", floats_of({Dim(int64_t{1})})}},
              [](onnx::ModelProto& model) {
                write_tensor(test::floats({5}), "a", *model.mutable_graph()->add_initializer());
              });
  write_value(here.at("b.pb"), test::floats({2}), "b");
  REQUIRE(etalon_command({"generate", here.at("m.onnx"), "--input", "b=" + here.at("b.pb"), "--out",
                          here.at("c")})
              .code == exit_ok);
  CHECK(identical(written(here.at("c/test_data_set_0/input_0.pb")), test::floats({5})));
  CHECK(identical(written(here.at("c/test_data_set_0/output_0.pb")), test::floats({3})));
}

TEST_CASE("generate MODEL: external data are copied into the case") {
  const Workshop here;
  write_text(here.at("weights.bin"), std::string("\0\0\x80\x3f", 4));  // 1.0f
  write_model(here.at("m.onnx"), "Add", {{"a", floats_of({Dim(int64_t{1})})}},
              [](onnx::ModelProto& model) {
                onnx::GraphProto& graph = *model.mutable_graph();
                graph.mutable_node(0)->add_input("w");
                onnx::TensorProto& w = *graph.add_initializer();
                w.set_name("w");
                w.add_dims(1);
                w.set_data_type(onnx::TensorProto::FLOAT);
                w.set_data_location(onnx::TensorProto::EXTERNAL);
                onnx::StringStringEntryProto& entry = *w.add_external_data();
                entry.set_key("location");
                entry.set_value("weights.bin");
              });
  write_value(here.at("a.pb"), test::floats({2}), "a");
  REQUIRE(etalon_command({"generate", here.at("m.onnx"), "--input", "a=" + here.at("a.pb"), "--out",
                          here.at("c")})
              .code == exit_ok);
  fs::remove(here.at("weights.bin"));
  CHECK(etalon_command({"test", here.at("c")}).code == exit_ok);
}

TEST_CASE("generate MODEL: random outputs have no expectation") {
  const Workshop here;
  write_model(here.at("m.onnx"), "RandomUniformLike", {{"x", floats_of({Dim(int64_t{4})})}});
  check_fails({"generate", here.at("m.onnx"), "--random", "1", "--out", here.at("c")}, exit_invalid,
              "random numbers");
  CHECK_FALSE(fs::exists(here.at("c")));
  const Outcome allowed = etalon_command({"generate", here.at("m.onnx"), "--random", "1", "--out",
                                          here.at("c"), "--allow-unspecified"});
  CHECK(allowed.code == exit_ok);
  CHECK(allowed.out.find("no expected outputs are written") != std::string::npos);
  CHECK(names_in(here.at("c")) ==
        std::vector<std::string>{"data.json", "model.onnx", "test_data_set_0/input_0.pb"});
  CHECK(json::parse(file_text(here.at("c/data.json"))).contains("unspecified"));
}

}  // namespace
}  // namespace etalon::model_case_test
