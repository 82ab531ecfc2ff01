#include "conformance/cases/open_points.h"
#include "conformance/cases/open_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "conformance/cases/own_cases.h"
#include "conformance/common/json_values.h"
#include "conformance/common/paths.h"
#include "conformance/explain/open_text.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/cases/open_examples.h"
#include "conformance/tests/conformance/support.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/operators/choice_scope.h"
#include "onnx.pb.h"

namespace etalon::open_points_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::write_text;

json vocabulary() {
  return {{"questions",
           {{{"id", "nan"},
             {"name", "NaN"},
             {"sentence", "What of NaN?"},
             {"applies", {{"input", "float"}}}}}},
          {"conditions", {{"nan_input", "an input holds NaN"}}},
          {"rules", {{"any", "anything"}}},
          {"common", json::object()}};
}

json point() {
  return {{"id", "Abs.nan"},
          {"question", "nan"},
          {"status", "silent"},
          {"text", "formula"},
          {"condition", "nan_input"},
          {"permits", {{"rule", "any"}}},
          {"choice", "NaN"},
          {"why", "it is so"},
          {"official", "none"},
          {"example", {{"opset", 13}, {"inputs", json::array()}, {"chosen", json::array()}}}};
}

json document(const json& points) {
  const json said = {{"quote", "y = abs(x)"}, {"place", "summary"}, {"versions", {1, 6, 13}}};
  return {{"domain", "ai.onnx"},
          {"operator", "Abs"},
          {"quotes", {{"formula", json::array({said})}}},
          {"points", points}};
}

// The points of a folder with this file and the vocabulary above.
OpenPoints read(const std::string& file) {
  const TemporaryFolder folder;
  write_text(folder.path() / "vocabulary.json", vocabulary().dump());
  write_text(folder.path() / "ai.onnx/math/Abs.json", file);
  return read_open_points(folder.path());
}

// The sentence with which f refuses; "" when it does not.
template <class F>
std::string refusal_of(F f) {
  try {
    f();
  } catch (const InvalidInput& problem) {
    return problem.what();
  }
  return "";
}

std::string refusal(const std::string& file) {
  return refusal_of([&] { read(file); });
}

// The document with one field of its point changed, or removed where the value is discarded.
std::string with(const std::string& field, const json& value) {
  json changed = point();
  changed[field] = value;
  return document(json::array({changed})).dump();
}

TEST_CASE("a point is read with its quotations") {
  const OpenPoints points = read(document(json::array({point()})).dump());
  const OpenPoint& read = points.operators.at(0).points.at(0);
  CHECK(read.versions == std::vector<int>{1, 6, 13});
  CHECK(read.status == PointStatus::silent);
  CHECK(read.text.at(0).quote == "y = abs(x)");
  CHECK(points.of(*find_schema("", "Abs", 7)) == &points.operators.at(0));
  CHECK(points.of(*find_schema("", "Add", 7)) == nullptr);
}

TEST_CASE("a point of com.microsoft has a question and a condition of its own and is measured") {
  const TemporaryFolder folder;
  write_text(folder.path() / "vocabulary.json", vocabulary().dump());
  json measured = point();
  measured["question"] = "What is scaled?";
  measured["condition"] = "scale is not 1";
  measured["status"] = "measured";
  measured["text"] = "nothing";
  json whole = document(json::array({measured}));
  whole["domain"] = "com.microsoft";
  whole["operator"] = "Gelu";
  write_text(folder.path() / "com.microsoft/math/Gelu.json", whole.dump());
  const OpenPoints points = read_open_points(folder.path());
  const OpenPoint& read = points.operators.at(0).points.at(0);
  CHECK(read.status == PointStatus::measured);
  CHECK(point_sentence(points, read) ==
        "What is scaled? Measured of ONNX Runtime, for the text is silent, where scale is not 1: "
        "anything; Etalon’s choice: NaN; the text: says nothing.");
}

TEST_CASE("a file of points that does not keep its form is refused in a sentence") {
  CHECK(refusal("{").find("not JSON") != std::string::npos);
  CHECK(refusal("[]").find("Abs.json: ") != std::string::npos);
  CHECK(refusal(std::string(200, '[')).find("100 deep") != std::string::npos);
  const std::pair<json, std::string> bad[] = {
      {{"status", "maybe"}, "not \"maybe\""},
      {{"question", "why"}, "no question \"why\""},
      {{"condition", "always"}, "no condition \"always\""},
      {{"permits", {{"rule", "all"}}}, "no rule \"all\""},
      {{"versions", {7}}, "Abs has no version 7"},
      {{"versions", json::array()}, "the list of versions is empty"},
      {{"text", "missing"}, "missing"},
      {{"example", nullptr}, "an example is missing"},
      {{"example", 7}, "not an object"},
      {{"example", {{"opset", "x"}}}, "\"opset\" is not an integer"},
      {{"example", {{"opset", 13}, {"inputs", 1}}}, "\"inputs\" is not a list"},
      {{"example", {{"opset", 13}, {"inputs", json::array()}}}, "either \"chosen\" or \"error\""},
  };
  for (const auto& [change, sentence] : bad) {
    const std::string problem = refusal(with(change.at(0), change.at(1)));
    INFO(problem);
    CHECK(problem.find("Abs.nan: ") != std::string::npos);
    CHECK(problem.find(sentence) != std::string::npos);
  }
  CHECK(refusal(document(json::array({point(), point()})).dump()) ==
        "two points have the id Abs.nan");
  json other = document(json::array({point()}));
  other["operator"] = "Absent\x1b";
  CHECK(refusal(other.dump()).find("there is no operator") != std::string::npos);
}

TEST_CASE("an answer without outputs and error is refused") {
  const TemporaryFolder folder;
  write_text(folder.path() / "vocabulary.json", vocabulary().dump());
  const json answers = {{"Abs.nan", {{"a", {{"outputs", 5}}}}}};
  write_text(folder.path() / "peers.json",
             json{{"date", "x"}, {"peers", json::object()}, {"answers", answers}}.dump());
  const std::string problem = refusal_of([&] { read_open_points(folder.path()); });
  CHECK(problem.find("Abs.nan: the answer of a has no outputs") != std::string::npos);
}

TEST_CASE("a folder without a vocabulary has no points") {
  const TemporaryFolder folder;
  CHECK(read_open_points(folder.path()).operators.empty());
}

TEST_CASE("a question that no point answers is missing unless it does not concern the operator") {
  json covered = point();
  covered["versions"] = {1, 6};
  for (const auto& [points, expected] :
       {std::pair{document(json::array({covered})), HowAnswered::missing},
        std::pair{document(json::array({point()})), HowAnswered::silent}}) {
    const std::vector<AnswerRow> rows = answer_table(read(points.dump()));
    const auto row = [&](const std::string& label) {
      return std::find_if(rows.begin(), rows.end(),
                          [&](const AnswerRow& each) { return each.label == label; });
    };
    CHECK(row("Abs")->answers.at(0) == expected);
    CHECK(row("Add")->answers.at(0) == HowAnswered::missing);
    CHECK(row("Not")->answers.at(0) == HowAnswered::unconcerned);
  }
}

TEST_CASE("two refusals are one answer and a runtime without support has none") {
  PeerAnswers peers;
  const json one = {{"outputs", {1}}};
  const json two = {{"outputs", {2}}};
  const json error = {{"error", "no"}};
  const json other = {{"error", "never"}};
  const json none = {{"unsupported", "not yet"}};
  peers.answers = {{"same", {{"a", one}, {"b", one}}},
                   {"values", {{"a", one}, {"b", two}}},
                   {"refused", {{"a", one}, {"b", error}}},
                   {"both", {{"a", error}, {"b", other}}},
                   {"alone", {{"a", one}, {"b", none}}}};
  for (const char* id : {"same", "both", "alone", "unknown"}) CHECK_FALSE(peers_differ(peers, id));
  for (const char* id : {"values", "refused"}) CHECK(peers_differ(peers, id));
}

// -------------------------------------------------------------------- data/open_points itself ---

// The same with one NaN for all: the specification does not tell them apart.
Value one_nan(const Value& value) {
  if (!value.is_tensor() || !is_float(value.tensor().dtype())) return value;
  Reals numbers = value.tensor().as<double>();
  for (double& number : numbers) {
    if (std::isnan(number)) number = std::numeric_limits<double>::quiet_NaN();
  }
  return Tensor::of(value.tensor().dtype(), numbers);
}

std::string bytes_of(const Values& values) {
  std::string text;
  for (const Value& value : values) text += serialize_value(one_nan(value), "") + "\n";
  return text;
}

Values values_of(const json& written) {
  Values values;
  for (const json& value : written) values.push_back(value_from_json(value));
  return values;
}

// What Etalon gives for an example: the outputs, or the kind of its error.
std::string given(const OperatorPoints& of, const json& example) {
  try {
    return bytes_of(test::outputs_of_example(of, example));
  } catch (const Error& error) {
    return std::string(to_string(error.kind()));
  }
}

TEST_CASE("Etalon gives what the points say that it gives; to the sign of a zero") {
  for (const OperatorPoints& of : open_points().operators) {
    for (const OpenPoint& point : of.points) {
      if (point.example.is_null()) continue;
      INFO(point.id);
      CHECK(given(of, point.example) == (point.example.contains("error")
                                             ? point.example.at("error").get<std::string>()
                                             : bytes_of(values_of(point.example.at("chosen")))));
    }
  }
}

TEST_CASE("every operator of ai.onnx and ai.onnx.ml answers every question") {
  const auto& operators = open_points().operators;
  CHECK(size_t(std::count_if(operators.begin(), operators.end(), [](const OperatorPoints& of) {
          return answers_questions(of.domain);
        })) == answer_table(open_points()).size());
  for (const AnswerRow& row : answer_table(open_points())) {
    INFO(row.label);
    CHECK(std::count(row.answers.begin(), row.answers.end(), HowAnswered::missing) == 0);
  }
}

TEST_CASE("a point concerns versions that its question concerns and its opset is one of them") {
  const auto& questions = open_points().vocabulary.questions;
  for (const OperatorPoints& of : open_points().operators) {
    if (!answers_questions(of.domain)) continue;
    for (const OpenPoint& point : of.points) {
      INFO(point.id);
      const auto question =
          std::find_if(questions.begin(), questions.end(),
                       [&](const Question& each) { return each.id == point.question; });
      for (const int version : point.versions) {
        CHECK(concerns(*question, *find_schema(of.domain, of.op, version)));
      }
      if (point.example.is_null()) continue;
      const Schema* schema = find_schema(of.domain, of.op, point.example.at("opset"));
      REQUIRE(schema != nullptr);
      const auto& versions = point.versions;
      CHECK(std::find(versions.begin(), versions.end(), schema->since_version) != versions.end());
    }
  }
}

TEST_CASE("other runtimes are measured on every example and on nothing else") {
  std::set<std::string> examples;
  for (const OperatorPoints& of : open_points().operators) {
    for (const OpenPoint& point : of.points) {
      if (!point.example.is_null()) examples.insert(point.id);
    }
  }
  std::set<std::string> measured;
  for (const auto& [id, answers] : open_points().peers.answers) measured.insert(id);
  CHECK(examples == measured);
}

}  // namespace
}  // namespace etalon::open_points_test
