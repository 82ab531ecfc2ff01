// generate --operator with --attr, --shape and --values; case.json; names; --coverage.
#include <algorithm>

#include "conformance/commands/commands.h"
#include "conformance/common/json.h"
#include "conformance/generate/coverage.h"
#include "conformance/generate/operator_cases.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/values/json.h"
#include "onnx.pb.h"

namespace etalon::control_test {
namespace {

using nlohmann::json;
using test::check_fails;
using test::etalon_command;
using test::Outcome;
using test::Workshop;

// Cases that generate writes with these words, which must succeed.
std::vector<std::filesystem::path> generated(const Workshop& here, std::vector<std::string> words) {
  words.insert(words.begin(), "generate");
  words.insert(words.end(), {"--out", here.at("c")});
  const Outcome outcome = etalon_command(words);
  INFO(outcome.err);
  REQUIRE(outcome.code == exit_ok);
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(here.at("c"))) {
    folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

onnx::ModelProto model_in(const std::filesystem::path& folder) {
  onnx::ModelProto model;
  REQUIRE(model.ParseFromString(file_text(folder / "model.onnx")));
  return model;
}

TEST_CASE("generate --attr: the attribute is written with this value or has it by default") {
  const Workshop here;
  size_t by_default = 0;
  for (const auto& folder :
       generated(here, {"--operator", "Softmax-13", "--attr", "axis=-1", "--count", "20"})) {
    const onnx::ModelProto model = model_in(folder);
    const onnx::NodeProto& node = model.graph().node(0);
    by_default += node.attribute().empty() ? 1 : 0;
    if (!node.attribute().empty()) CHECK(node.attribute(0).i() == -1);
  }
  CHECK(by_default > 0);
}

TEST_CASE("generate --attr takes lists and texts and data types") {
  const auto written = [](const std::string& op, const std::vector<std::string>& wishes) {
    const Workshop here;
    std::vector<std::string> words = {"--operator", op, "--count", "3"};
    for (const std::string& wish : wishes) words.insert(words.end(), {"--attr", wish});
    std::string text;
    for (const auto& folder : generated(here, words)) {
      text += model_in(folder).graph().node(0).ShortDebugString();
    }
    return text;
  };
  const std::string conv = written("Conv-11", {"strides=2,1", "auto_pad=VALID"});
  CHECK(test::has(conv, "ints: 2 ints: 1"));
  CHECK(test::has(conv, "VALID"));
  CHECK(test::has(written("Cast-13", {"to=float16"}), "i: 10"));
}

TEST_CASE("generate --shape: the input of this name has this shape") {
  const Workshop here;
  for (const auto& folder :
       generated(here, {"--operator", "Add-14", "--shape", "A=2x3", "--count", "8"})) {
    const Tensor A = test::written(folder / "test_data_set_0/input_0.pb");
    CHECK(A.shape() == Shape{2, 3});
  }
}

TEST_CASE("generate --values: the elements are of this class") {
  const Workshop here;
  for (const auto& folder :
       generated(here, {"--operator", "Abs-13", "--values", "nan", "--count", "8"})) {
    const json about = read_json(folder / "case.json");
    CHECK(about.at("classes").at("values") == "nan");
    const json& levels = about.at("classes").at("points").at("values X");
    CHECK(std::find(levels.begin(), levels.end(), "nan") != levels.end());
  }
}

TEST_CASE("generate: what no draw has is named and what cannot be is a mistake of usage") {
  const Workshop here;
  const auto fails = [&](std::vector<std::string> words, int code, const std::string& part) {
    words.insert(words.begin(), {"generate", "--operator", "Softmax-13"});
    words.insert(words.end(), {"--out", here.at("c")});
    check_fails(words, code, part);
  };
  fails({"--attr", "axis=77"}, exit_invalid, "Softmax-13: none of 50000 calls has --attr axis=77");
  fails({"--attr", "keepdims=1"}, exit_usage, "no version of Softmax in force has all of keepdims");
  fails({"--attr", "axis"}, exit_usage, "--attr axis: expected NAME=VALUE");
  fails({"--shape", "input=2y3"}, exit_usage, "--shape input=2y3: expected INPUT=2x3");
  fails({"--values", "odd"}, exit_usage, "--values odd: expected one of ordinary, zeros");
  check_fails({"generate", "m.onnx", "--values", "nan", "--out", here.at("c")}, exit_usage,
              "--values needs --operator");
}

TEST_CASE("drawn models name their values as the schemas do") {
  const auto names = [](const std::string& op) {
    Draw draw(3);
    onnx::ModelProto model;
    REQUIRE(model.ParseFromString(draw_case(operator_choice(op), draw).files.model));
    std::vector<std::string> list;
    for (const std::string& name : model.graph().node(0).input()) list.push_back(name);
    for (const std::string& name : model.graph().node(0).output()) list.push_back(name);
    return list;
  };
  CHECK(names("Add-14") == std::vector<std::string>{"A", "B", "C"});
  CHECK(names("MatMul") == std::vector<std::string>{"A", "B", "Y"});
  CHECK(names("Max-13").front() == "data_0");
  CHECK(names("Concat-13").front() == "inputs_0");
  CHECK(names("Split-2").back().starts_with("outputs_"));
}

TEST_CASE("case.json says what a drawn case is about") {
  const Workshop here;
  const auto folders =
      generated(here, {"--operator", "Conv-11", "--seed", "5", "--count", "2", "--rtol", "0.01"});
  const json about = read_json(folders.at(1) / "case.json");
  CHECK(about.at("operator") == "Conv");
  CHECK(about.at("domain") == "ai.onnx");
  CHECK(about.at("version") == 11);
  CHECK(about.at("seed") == 5);
  CHECK(about.at("number") == 1);
  CHECK(about.at("tolerance").at("rtol") == 0.01);
  CHECK(about.at("proved") == true);
  CHECK(about.at("open").empty());
  CHECK(about.at("expects") == "outputs");
  CHECK(about.at("classes").at("points").contains("shape X"));
  CHECK(etalon_command({"test", here.at("c")}).code == exit_ok);
}

TEST_CASE("generate --aim any keeps cases at open points and says which") {
  const Workshop here;
  bool open = false;
  for (const auto& folder : generated(
           here, {"--operator", "Max-13", "--values", "nan", "--aim", "any", "--count", "20"})) {
    const json about = read_json(folder / "case.json");
    for (const json& point : about.at("open")) open |= point == "Max.nan";
  }
  CHECK(open);
}

TEST_CASE("generate --coverage: a corpus covers what its calls have") {
  const Workshop here;
  generated(here, {"--operator", "Softmax-13", "--count", "5"});
  const Outcome few = etalon_command(
      {"generate", "--coverage", here.at("c"), "--operator", "Softmax-13", "--format", "json"});
  INFO(few.err);
  REQUIRE(few.code == exit_ok);
  const json report = json::parse(few.out);
  CHECK(report.at("cases") == 5);
  const json& row = report.at("operators").at(0);
  CHECK(row.at("operator") == "Softmax-13");
  CHECK(row.at("family") == "ai.onnx/math");
  CHECK(row.at("calls") == 5);
  CHECK(row.at("points").at("covered") > 8);
  CHECK(row.at("points").at("covered") < row.at("points").at("of"));
  CHECK(row.at("pairs").at("covered") < row.at("pairs").at("of"));
  const Outcome text =
      etalon_command({"generate", "--coverage", here.at("c"), "--operator", "Softmax-13"});
  CHECK(test::has(text.out, "Softmax-13"));
  CHECK(test::has(text.out, "1 versions"));
  check_fails({"generate", "--coverage", here.at("c"), "--operator", "Nope"}, exit_usage,
              "--operator Nope: there is no rule for an operator of this name");
}

TEST_CASE("generate --covering writes cases that each add a pair") {
  const Workshop here;
  const auto folders = generated(here, {"--operator", "Not", "--covering", "--seed", "2"});
  CHECK(folders.size() > 3);
  Space space(*find_schema("", "Not", 1));
  for (const auto& folder : folders) {
    const json levels = read_json(folder / "case.json").at("classes").at("points");
    std::vector<Point> points;
    for (const auto& [factor, list] : levels.items()) {
      for (const json& level : list) points.push_back({factor, level});
    }
    CHECK(space.cover(points) > 0);
  }
  CHECK(space.pairs().covered > space.pairs().all / 2);
}

TEST_CASE("Space: its own draws cover it whole and are the same each time") {
  const Schema& schema = *find_schema("", "Gelu", 20);
  Space space(schema, 40);
  CHECK(space.points().covered == 0);
  const Share all = space.points();
  CHECK(Space(schema, 40).pairs().all == space.pairs().all);
  const size_t added = space.cover({{"approximate", "tanh"}, {"T", "float"}, {"not", "there"}});
  CHECK(added == 1);
  CHECK(space.cover({{"approximate", "tanh"}, {"T", "float"}}) == 0);
  CHECK(space.points().covered == 2);
  CHECK(space.missing().size() == all.all - 2);
}

}  // namespace
}  // namespace etalon::control_test
