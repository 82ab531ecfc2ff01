#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/generate/one_node.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/loader/serialization.h"
#include "onnx.pb.h"

namespace etalon::written_node_test {
namespace {

namespace fs = std::filesystem;
using test::check_fails;
using test::etalon_command;
using test::files_in;
using test::Workshop;
using test::write_text;
using test::written;

TEST_CASE("generate --node: what is wrong is said in words of the file") {
  const Workshop here;
  const auto refused = [&](const std::string& text, const std::string& problem) {
    write_text(here.at("n.json"), text);
    check_fails({"generate", "--node", here.at("n.json"), "--out", here.at("c")}, exit_invalid,
                problem);
  };
  refused(R"({"operator": "Elu", "attributes": {"alpha": "half"}, "inputs": []})",
          R"("half" is not a number)");
  refused(R"({"operator": "Elu", "cases": [3]})", "an object or a list is expected, not a number");
}

TEST_CASE("generate --node: one call makes a complete case; declared in full") {
  const Workshop here;
  write_text(here.at("n.json"), R"({"operator": "Softmax", "version": 11, "attributes": {"axis": 0},
      "inputs": [{"type": "float", "shape": [2, 2], "data": [0, 0, 0, 0]}]})");
  CHECK(etalon_command({"generate", "--node", here.at("n.json"), "--out", here.at("c")}).code ==
        exit_ok);
  CHECK(identical(written(here.at("c/test_data_set_0/output_0.pb")),
                  test::f32({2, 2}, {0.25, 0.25, 0.25, 0.25})));
  onnx::ModelProto model;
  REQUIRE(model.ParseFromString(file_text(here.at("c/model.onnx"))));
  CHECK(model.ir_version() == 6);
  CHECK(model.opset_import(0).version() == 11);
  for (const onnx::ValueInfoProto& info : {model.graph().input(0), model.graph().output(0)}) {
    CHECK(info.type().tensor_type().elem_type() == onnx::TensorProto::FLOAT);
    CHECK(info.type().tensor_type().shape().dim_size() == 2);
  }
  CHECK(etalon_command({"test", here.at("c")}).code == exit_ok);
}

TEST_CASE("generate --node: unspecified outputs have a type too") {
  const Workshop here;
  const auto declared = [&](const std::string& node) {
    write_text(here.at("n.json"), node);
    CHECK(etalon_command({"generate", "--node", here.at("n.json"), "--out", here.at("c"),
                          "--allow-unspecified", "--force"})
              .code == exit_ok);
    onnx::ModelProto model;
    REQUIRE(model.ParseFromString(file_text(here.at("c/model.onnx"))));
    return model.graph().output(0).type().tensor_type().elem_type();
  };
  CHECK(declared(R"({"operator": "RandomNormal", "opset": 22, "attributes": {"shape": [2]},
      "inputs": []})") == onnx::TensorProto::FLOAT);
  CHECK(declared(R"({"operator": "RandomNormal", "opset": 22,
      "attributes": {"shape": [2], "dtype": 11}, "inputs": []})") == onnx::TensorProto::DOUBLE);
  CHECK(declared(R"({"operator": "RandomUniformLike", "opset": 22,
      "inputs": [{"type": "float16", "shape": [3]}]})") == onnx::TensorProto::FLOAT16);
  CHECK(declared(R"({"operator": "MaxPool", "opset": 22,
      "attributes": {"kernel_shape": [1], "pads": [1, 1]},
      "inputs": [{"type": "double", "shape": [1, 1, 2]}]})") == onnx::TensorProto::DOUBLE);
}

TEST_CASE("generate --node: inputs without data are drawn and the number of outputs can be given") {
  const Workshop here;
  write_text(here.at("n.json"), R"({"operator": "Unique", "opset": 11,
      "inputs": [{"type": "float", "shape": [4]}], "outputs": [0, null, 0]})");
  const std::vector<std::string> words = {"generate", "--node", here.at("n.json"), "--out"};
  const auto into = [&](const std::string& name, const std::string& seed) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {here.at(name), "--seed", seed});
    CHECK(etalon_command(all).code == exit_ok);
    return files_in(here.at(name));
  };
  const auto first = into("a", "1");
  CHECK(first.count("test_data_set_0/output_1.pb") == 1);
  CHECK(first.count("test_data_set_0/output_2.pb") == 0);
  CHECK(written(here.at("a/test_data_set_0/output_1.pb")).dtype() == DType::int64);
  CHECK(etalon_command({"test", here.at("a")}).code == exit_ok);
  CHECK(first == into("b", "1"));
  CHECK(first != into("c", "2"));
}

TEST_CASE("generate --node: a file of own cases makes a folder each") {
  const Workshop here;
  write_text(here.at("Add.json"), test::add_cases({{"One sum!", {11, 22}}, {"other", {0, 0}}}));
  CHECK(etalon_command({"generate", "--node", here.at("Add.json"), "--out", here.at("c")}).code ==
        exit_ok);
  CHECK(fs::exists(here.at("c/test_add_one_sum_/model.onnx")));
  CHECK(fs::exists(here.at("c/test_add_other/model.onnx")));
}

TEST_CASE("generate --node: an error is one sentence") {
  const Workshop here;
  const auto fails = [&](const std::string& text, int code, const std::string& part) {
    write_text(here.at("n.json"), text);
    check_fails({"generate", "--node", here.at("n.json"), "--out", here.at("c")}, code, part);
    CHECK_FALSE(fs::exists(here.at("c")));
  };
  fails("{", exit_invalid, "not JSON");
  fails("{}", exit_invalid, "n.json: the key 'operator' is missing");
  fails("[1]", exit_invalid, "n.json: a call must be a JSON object, not array");
  fails(R"({"operator": "Abs", "inputs": [{"type": "flot", "shape": [1]}]})", exit_invalid,
        "n.json: 'flot' is not a type");
  fails(R"({"operator": "Abs", "version": 7, "inputs": []})", exit_invalid, "no version 7");
  fails(R"({"operator": "Nope", "inputs": []})", exit_invalid, "Nope");
  fails(R"({"operator": "Abs", "inputs": [{"type": "float", "shape": [2], "data": [1]}]})",
        exit_invalid, "takes 2 elements");
  fails(
      R"({"operator": "Abs", "attributes": {"axis": 1}, "inputs": [{"type": "float", "data": 1}]})",
      exit_invalid, "axis");
}

TEST_CASE("the IR version fits the opset") {
  CHECK(fitting_ir_version(1) == 3);
  CHECK(fitting_ir_version(8) == 3);
  CHECK(fitting_ir_version(9) == 4);
  CHECK(fitting_ir_version(14) == 7);
  CHECK(fitting_ir_version(21) == 10);
  CHECK(fitting_ir_version(22) == 10);
  CHECK(fitting_ir_version(27) == 13);
  CHECK(fitting_ir_version(28) == 14);
}

}  // namespace
}  // namespace etalon::written_node_test
