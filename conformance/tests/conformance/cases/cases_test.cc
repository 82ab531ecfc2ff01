#include "conformance/cases/cases.h"
#include "engine/values/json.h"

#include <sys/stat.h>

#include "conformance/cases/own_cases.h"
#include "conformance/common/json_values.h"
#include "conformance/common/paths.h"
#include "conformance/judge/judge.h"
#include "conformance/run/runner.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "onnx.pb.h"

namespace etalon::cases_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::floats;
using test::write_add_folder;
using test::write_text;

Value value(const std::string& text) { return value_from_json(json::parse(text)); }

// The result of the only case of a document with one case, given as JSON text.
CaseResult judge_document(const std::string& text) {
  const TemporaryFolder folder;
  write_text(folder.path() / "cases.json", text);
  return judge(discover(folder.path() / "cases.json").at(0));
}

TEST_CASE("values are read from JSON") {
  const Tensor special = value(R"({"type": "float", "data": [1, "nan", "-inf", "-0"]})").tensor();
  const Reals numbers = special.as<double>();
  CHECK(special.shape() == Shape{4});
  CHECK(std::isnan(numbers(1)));
  CHECK(numbers(2) == -std::numeric_limits<double>::infinity());
  CHECK(std::signbit(numbers(3)));
  CHECK(value(R"_({"type": "tensor(int64)", "data": 7})_").tensor().rank() == 0);
  CHECK(value(R"({"type": "bool", "data": [true, false, 1]})").tensor().as<bool>()(2));
  CHECK(value(R"({"type": "string", "shape": [1, 1], "data": ["a"]})").tensor().shape() ==
        Shape{1, 1});
  const Tensor z = value(R"({"type": "complex64", "data": [[1, 2]]})").tensor();
  CHECK(z.as<std::complex<double>>()(0) == std::complex<double>(1, 2));
  CHECK(value("null").absent());
}

TEST_CASE("nested values are read from JSON") {
  const Value sequence =
      value(R"_({"type": "seq(tensor(float))", "items": [{"data": [1]}, {"data": [1, 2]}]})_");
  CHECK(sequence.sequence().items.size() == 2);
  CHECK_FALSE(value(R"_({"type": "optional(tensor(float))", "value": null})_").optional().held);
  const Value held = value(R"_({"type": "optional(seq(tensor(float)))", "value": {"items": []}})_");
  CHECK(held.optional().held->is_sequence());
  const Value map =
      value(R"_({"type": "map(string, tensor(float))", "keys": ["a", "b"], "values": [1, 2]})_");
  CHECK(map.map().values.at(1).tensor().item<double>() == 2);
  const Value sparse =
      value(R"_({"type": "sparse_tensor(float)", "shape": [3], "values": [5], "indices": [1]})_");
  CHECK(dense(sparse.sparse()).as<double>()(1) == 5);
}

TEST_CASE("invalid JSON values are refused") {
  CHECK_THROWS_AS(value(R"({"type": "float", "shape": [3], "data": [1]})"), InvalidInput);
  CHECK_THROWS_AS(value(R"({"type": "int8", "data": [128]})"), InvalidInput);
  CHECK_THROWS_AS(value(R"({"type": "uint8", "data": [-1]})"), InvalidInput);
  CHECK_THROWS_AS(value(R"({"type": "int64", "data": [1.5]})"), InvalidInput);
  CHECK_THROWS_AS(value(R"({"type": "float", "data": ["much"]})"), InvalidInput);
  CHECK_THROWS(value(R"({"type": "flaot", "data": [1]})"));
  CHECK_THROWS(value(R"({"data": [1]})"));
}

TEST_CASE("an own case becomes a one-node model") {
  const json document = json::parse(R"({"domain": "ai.onnx", "operator": "Softmax", "cases": [
      {"name": "a", "opset": 11, "attributes": {"axis": 0},
       "inputs": [{"type": "float", "data": [1]}], "outputs": [{"type": "float", "data": [1]}]}]})");
  const BoundModel model =
      parse_model(own_case_model(document, document.at("cases").at(0)).SerializeAsString());
  CHECK(model.opsets.at("") == 11);
  REQUIRE(model.graph.nodes.size() == 1);
  CHECK(model.graph.nodes[0].op_type == "Softmax");
  CHECK(std::get<int64_t>(model.graph.nodes[0].attributes.at("axis").value) == 0);
}

TEST_CASE("an own case's model declares shapes where the case says so") {
  const auto declared = [](const std::string& more) {
    const json document = json::parse(R"({"domain": "ai.onnx", "operator": "Relu", "cases": [
      {"name": "a", "opset": 14, )" + more +
                                      R"("inputs": [{"type": "float", "data": [1, 2]}],
       "outputs": [{"type": "float", "data": [1, 2]}]}]})");
    const onnx::GraphProto graph = own_case_model(document, document.at("cases").at(0)).graph();
    std::vector<bool> found;
    for (const auto& info : {graph.input(0), graph.output(0)}) {
      const onnx::TypeProto::Tensor& type = info.type().tensor_type();
      found.push_back(type.has_shape() && type.shape().dim(0).dim_value() == 2);
    }
    return found;
  };
  CHECK(declared("") == std::vector<bool>{false, false});
  CHECK(declared(R"("shapes": true, )") == std::vector<bool>{true, true});
}

TEST_CASE("attributes take the type their schema gives them") {
  const json document = json::parse(R"({"domain": "ai.onnx", "operator": "Elu", "cases": [
      {"name": "a", "opset": 6, "attributes": {"alpha": 2},
       "inputs": [{"type": "float", "data": [1]}], "outputs": [{"type": "float", "data": [1]}]}]})");
  const BoundModel model =
      parse_model(own_case_model(document, document.at("cases").at(0)).SerializeAsString());
  CHECK(std::get<float>(model.graph.nodes[0].attributes.at("alpha").value) == 2);
}

TEST_CASE("a graph is written as an attribute") {
  const std::string branch = R"_({"outputs": [{"name": "y", "type": "tensor(float)"}],
      "initializers": {"one": {"type": "float", "data": 1}},
      "nodes": [{"operator": "Identity", "inputs": ["one"], "outputs": ["y"]}]})_";
  const std::string other = R"_({"outputs": [{"name": "z", "type": "tensor(float)"}],
      "initializers": {"two": {"type": "float", "data": 2}},
      "nodes": [{"operator": "Add", "inputs": ["two", "two"], "outputs": ["z"]}]})_";
  const CaseResult result = judge_document(R"({"domain": "ai.onnx", "operator": "If", "cases": [
      {"name": "a", "opset": 16, "attributes": {"then_branch": )" +
                                           branch + R"(, "else_branch": )" + other + R"(},
       "inputs": [{"type": "bool", "data": false}],
       "outputs": [{"type": "float", "data": 4}]}]})");
  CHECK(result.message.empty());
  CHECK(result.operators == std::vector<std::string>{"Add-14", "Identity-16", "If-16"});
}

TEST_CASE("a number that no integer holds makes a case invalid") {
  const auto judged = [](const std::string& opset, const std::string& shape) {
    return judge_document(R"({"domain": "ai.onnx", "operator": "Relu", "cases": [{"name": "a",
        "opset": )" + opset +
                          R"(, "inputs": [{"type": "float", "shape": )" + shape +
                          R"(, "data": [1]}], "outputs": [{"type": "float", "data": [1]}]}]})");
  };
  CHECK(judged("14", "[1]").status == Status::pass);
  for (const auto& [opset, shape] :
       {std::pair("1e308", "[1]"), {"14", "[1e308]"}, {"14", "[1.5]"}}) {
    const CaseResult result = judged(opset, shape);
    CHECK(result.status == Status::invalid);
    CHECK(result.message.find(" is not a whole number from ") != std::string::npos);
  }
}

TEST_CASE("own cases are judged") {
  const TemporaryFolder folder;
  const std::vector<Case> cases =
      test::discover_add_cases(folder.path(), {{"right", {11, 22}}, {"wrong", {11, 23}}});
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].id() == "own/ai.onnx/Add: right");
  const CaseResult right = judge(cases[0]);
  CHECK(right.message.empty());
  CHECK(right.status == Status::pass);
  CHECK(right.operators == std::vector<std::string>{"Add-14"});
  const CaseResult wrong = judge(cases[1]);
  CHECK(wrong.status == Status::fail);
  CHECK(wrong.kind == Mismatch::values);
}

TEST_CASE("an expected error is a pass; another outcome is not") {
  const std::string head = R"({"domain": "ai.onnx", "operator": "Add", "cases": [{"name": "a",
      "opset": 14, "error": ")";
  const std::string clash = R"(", "inputs": [{"type": "float", "data": [1, 2]},
      {"type": "float", "data": [1, 2, 3]}]}]})";
  CHECK(judge_document(head + "InvalidInput" + clash).status == Status::pass);
  CHECK(judge_document(head + "Unspecified" + clash).status == Status::fail);
  const std::string fine = R"(", "inputs": [{"type": "float", "data": [1]},
      {"type": "float", "data": [1]}]}]})";
  CHECK(judge_document(head + "InvalidInput" + fine).status == Status::fail);
}

// A case of one operator that draws 100 numbers, expected as `expected` says.
std::string drawing(const std::string& op, const std::string& attributes,
                    const std::string& expected) {
  return R"({"domain": "ai.onnx", "operator": ")" + op +
         R"(", "cases": [{"name": "a", "opset": 6, "attributes": {)" + attributes +
         R"(}, "outputs": [{"type": "float", "shape": [100], "data": [)" + expected + "]}]}]}";
}

std::string hundred(double first, double step) {
  std::vector<double> numbers;
  for (int i = 0; i < 100; ++i) numbers.push_back(first + step * i);
  return fmt::format("{}", fmt::join(numbers, ", "));
}

TEST_CASE("random numbers that no seed determines are judged by their distribution") {
  const std::string shape = R"("shape": [100])";
  CHECK(judge_document(drawing("RandomUniform", shape, hundred(0, 0.01))).status ==
        Status::statistical);
  CHECK(judge_document(drawing("RandomUniform", shape, hundred(5, 0.01))).status == Status::fail);
}

TEST_CASE("random numbers with a seed must be those of the case") {
  const std::string seeded = R"("shape": [100], "seed": 1)";
  CHECK(judge_document(drawing("RandomUniform", seeded, hundred(0, 0.01))).status == Status::fail);
}

TEST_CASE("random operators whose outputs match exactly pass") {
  const std::string flat = R"("shape": [100], "low": 2, "high": 2)";
  CHECK(judge_document(drawing("RandomUniform", flat, hundred(2, 0))).status == Status::pass);
}

TEST_CASE("a known failure is xfail and xpass when it passes") {
  const auto document = [](const std::string& sum) {
    return R"({"domain": "ai.onnx", "operator": "Add", "cases": [{"name": "a", "opset": 14,
        "xfail": "known", "inputs": [{"type": "float", "data": [1]},
        {"type": "float", "data": [1]}], "outputs": [{"type": "float", "data": [)" +
           sum + "]}]}]}";
  };
  CHECK(judge_document(document("3")).status == Status::xfail);
  CHECK(judge_document(document("2")).status == Status::xpass);
}

TEST_CASE("folders in the official layout are found and named and judged") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "1.0/node/test_b", {11, 22});
  write_add_folder(folder.path() / "1.0/node/test_a", {11, 22});
  write_add_folder(folder.path() / "1.0/simple/test_c", {0, 0});
  const std::vector<Case> cases = discover(folder.path());
  REQUIRE(cases.size() == 3);
  CHECK(cases[0].id() == "1.0/node/test_a");
  CHECK(cases[1].id() == "1.0/node/test_b");
  CHECK(cases[2].id() == "1.0/simple/test_c");
  CHECK(judge(cases[0]).status == Status::pass);
  CHECK(judge(cases[2]).status == Status::fail);
  CHECK(discover(folder.path() / "1.0/node").at(0).suite == "node");
  CHECK(discover(folder.path() / "1.0/node/test_a").at(0).id() == "local/node/test_a");
  CHECK(discover(folder.path() / "1.0/node", "1.0").at(0).release == "1.0");
}

TEST_CASE("a case's data.json sets its tolerances and the user's replace them") {
  const TemporaryFolder folder;
  write_add_folder(folder.path(), {11.5, 22});
  const Case test = discover(folder.path()).at(0);
  CHECK(judge(test).status == Status::fail);
  write_text(folder.path() / "data.json", R"({"atol": 0.6})");
  CHECK(judge(test).status == Status::pass);
  JudgeOptions strict;
  strict.atol = 1e-7;
  CHECK(judge(test, strict).status == Status::fail);
}

TEST_CASE("every data set counts; in order of their numbers") {
  const TemporaryFolder folder;
  write_add_folder(folder.path(), {11, 22});
  for (const std::string set : {"test_data_set_2", "test_data_set_10"}) {
    fs::copy(folder.path() / "test_data_set_0", folder.path() / set);
  }
  const Case test = discover(folder.path()).at(0);
  std::vector<std::string> names;
  for (const DataSetFolder& set : test.data_sets) {
    names.push_back(set.name);
    CHECK(set.files == std::vector<std::string>{"input_0.pb", "input_1.pb", "output_0.pb"});
  }
  CHECK(names ==
        std::vector<std::string>{"test_data_set_0", "test_data_set_2", "test_data_set_10"});
  CHECK(data_sets(test, parse_model(model_message(test).SerializeAsString())).size() == 3);
  CHECK(judge(test).status == Status::pass);
  write_text(folder.path() / "test_data_set_10/output_0.pb", serialize_value(floats({0, 0}), "y"));
  CHECK(judge(test).status == Status::fail);
}

TEST_CASE("a value's file that is lost after its case was found is missed; with its path") {
  const TemporaryFolder folder;
  write_add_folder(folder.path(), {11, 22});
  const Case test = discover(folder.path()).at(0);
  const fs::path lost = test.folder / "test_data_set_0/input_1.pb";
  fs::remove(lost);
  const CaseResult result = judge(test);
  CHECK(result.status == Status::invalid);
  CHECK(result.message == "cannot read '" + lost.string() + "': No such file or directory");
}

TEST_CASE("too many or too few outputs are a mismatch of count") {
  const TemporaryFolder folder;
  write_add_folder(folder.path(), {11, 22});
  fs::copy(folder.path() / "test_data_set_0/output_0.pb",
           folder.path() / "test_data_set_0/output_1.pb");
  CHECK(judge(discover(folder.path()).at(0)).kind == Mismatch::count);
}

TEST_CASE(".npy is read in place of any .pb") {
  const TemporaryFolder folder;
  write_add_folder(folder.path(), {11, 22});
  const fs::path set = folder.path() / "test_data_set_0";
  fs::remove(set / "input_1.pb");
  fs::remove(set / "output_0.pb");
  write_value(set / "input_1.npy", floats({10, 20}), "");
  write_value(set / "output_0.npy", floats({11, 22}), "");
  const CaseResult result = judge(discover(folder.path()).at(0));
  CHECK(result.message.empty());
  CHECK(result.status == Status::pass);
}

TEST_CASE("damaged cases are invalid; with a sentence") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "a", {11, 22});
  write_add_folder(folder.path() / "b", {11, 22});
  write_add_folder(folder.path() / "c", {11, 22});
  write_text(folder.path() / "a/model.onnx", "nonsense");
  write_text(folder.path() / "b/test_data_set_0/input_0.pb", "nonsense");
  fs::remove_all(folder.path() / "c/test_data_set_0");
  for (const Case& test : discover(folder.path())) {
    INFO(test.name);
    const CaseResult result = judge(test);
    CHECK(result.status == Status::invalid);
    CHECK_FALSE(result.message.empty());
  }
}

TEST_CASE("results are unchanged between worker and runner") {
  CaseResult result;
  result.release = "1.0";
  result.suite = "node";
  result.name = "x";
  result.status = Status::fail;
  result.kind = Mismatch::shape;
  result.operators = {"Add-14"};
  result.missing = {"Sub-1"};
  result.measured = true;
  result.max_ulp = ~uint64_t{0};
  result.seconds = 0.25;
  result.message = "no";
  const CaseResult back = result_from_json(to_json(result));
  CHECK(back.status == result.status);
  CHECK(back.kind == result.kind);
  CHECK(back.max_ulp == result.max_ulp);
  CHECK(back.missing == result.missing);
  CHECK(back.message == "no");
  CHECK(to_json(back) == to_json(result));
}

TEST_CASE("a file that cannot be read in a tree becomes a case with a problem") {
  const TemporaryFolder folder;
  const fs::path tree = folder.path() / "tree";
  test::write_add_folder(tree / "node/good", {11, 22});
  fs::create_directories(tree / "node/dangling");
  fs::create_symlink("nowhere", tree / "node/dangling/model.onnx");
  fs::create_directories(tree / "node/pipe");
  REQUIRE(mkfifo((tree / "node/pipe/model.onnx").c_str(), 0600) == 0);
  REQUIRE(mkfifo((tree / "pipe.json").c_str(), 0600) == 0);
  fs::create_symlink("nowhere", tree / "dangling.json");
  test::write_text(tree / "broken.json", "{\"operator\": ");
  test::write_text(tree / "deep.json", std::string(400'000, '['));
  test::write_text(tree / "nameless.json",
                   R"({"domain": "ai.onnx", "operator": "Abs", "cases": [{"opset": 13}]})");
  test::write_text(tree / "domainless.json", R"({"operator": "Abs", "cases": [{"name": "a"}]})");
  test::write_text(tree / "other.json", R"({"name": "of another purpose"})");
  fs::create_directory_symlink(".", tree / "circle");
  test::write_add_folder(folder.path() / "elsewhere/linked", {11, 22});
  fs::create_directory_symlink("../elsewhere", tree / "suite");

  const std::vector<Case> cases = discover(tree);
  std::map<std::string, std::string> ends;
  for (const CaseResult& result : run_cases(cases, {})) {
    ends[result.suite + "/" + result.name] = std::string(to_string(result.status));
    if (result.status != Status::pass) CHECK_FALSE(result.message.empty());
  }
  CHECK(ends == std::map<std::string, std::string>{{"node/good", "pass"},
                                                   {"node/dangling", "invalid"},
                                                   {"node/pipe", "invalid"},
                                                   {"tree/pipe.json", "invalid"},
                                                   {"tree/dangling.json", "invalid"},
                                                   {"tree/broken.json", "invalid"},
                                                   {"tree/deep.json", "invalid"},
                                                   {"ai.onnx/Abs: case 0", "invalid"},
                                                   {"tree/domainless.json", "invalid"},
                                                   {"suite/linked", "pass"}});
}

TEST_CASE("a path without cases is refused") {
  const TemporaryFolder folder;
  CHECK(discover(folder.path()).empty());
  CHECK_THROWS_AS(discover(folder.path() / "missing"), InvalidInput);
  write_text(folder.path() / "odd.json", "{}");
  CHECK(discover(folder.path()).empty());
  CHECK_THROWS_AS(discover(folder.path() / "odd.json"), InvalidInput);
  write_text(folder.path() / "odd.json", "{");
  CHECK_THROWS_AS(discover(folder.path() / "odd.json"), InvalidInput);
}

TEST_CASE("what is wrong in an own case is said in words of the file and where") {
  const auto message = [](const std::string& input) {
    return judge_document(R"({"domain": "ai.onnx", "operator": "Abs", "cases": [{"name": "x", )" +
                          std::string(R"("inputs": [)") + input + "], \"outputs\": []}]}")
        .message;
  };
  CHECK(message(R"({"type": "float", "shape": [1]})") == "input 0: the key 'data' is missing");
  CHECK(message(R"({"type": 3, "data": [1]})") == "input 0: a text is expected, not a number");
  CHECK(message("3") == "input 0: an object or a list is expected, not a number");
  CHECK(message(R"({"type": "float", "data": ["a"]})") == R"(input 0: "a" is not a number)");
}

TEST_CASE("folders of the kernel hold no cases") {
  CHECK_THROWS_AS(discover("/proc/self"), InvalidInput);
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "suite/good", {11, 22});
  fs::create_directory_symlink("/proc/self", folder.path() / "suite/system");
  CHECK(discover(folder.path()).size() == 1);
}

}  // namespace
}  // namespace etalon::cases_test
