#include <functional>
#include <set>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
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

TEST_CASE("generate MODEL: expected outputs for given inputs, in the official layout") {
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

TEST_CASE("generate MODEL --random: declared types, given dimensions, ranges of the operators") {
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

TEST_CASE("generate MODEL --random: undeclared dimensions must be given") {
  const Workshop here;
  write_model(here.at("m.onnx"), "Abs", {{"x", floats_of({Dim("N")})}});
  write_model(here.at("rankless.onnx"), "Abs", {{"x", Type::tensor(DType::float32)}});
  check_fails({"generate", here.at("m.onnx"), "--random", "1", "--out", here.at("c")}, exit_invalid,
              "--dim N=LENGTH");
  write_model(here.at("two.onnx"), "Add",
              {{"a", floats_of({Dim("N"), Dim("M")})}, {"b", floats_of({Dim("N"), Dim("M")})}});
  check_fails({"generate", here.at("two.onnx"), "--random", "1", "--out", here.at("c")},
              exit_invalid,
              "the lengths of 2 dimensions are needed to draw the inputs; use --dim "
              "M=LENGTH --dim N=LENGTH");
  check_fails({"generate", here.at("m.onnx"), "--random", "1", "--dim", "N=3", "--dim", "Q=4",
               "--out", here.at("c")},
              exit_usage, "--dim Q: no input has a dimension with this name");
  check_fails({"generate", here.at("rankless.onnx"), "--random", "1", "--out", here.at("c")},
              exit_invalid, "no declared shape");
  check_fails({"generate", here.at("m.onnx"), "--out", here.at("c")}, exit_invalid, "x");
  CHECK(here.names() == std::set<std::string>{"m.onnx", "rankless.onnx", "two.onnx"});
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
