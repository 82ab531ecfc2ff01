// The checkable statements of operators: their numbers, their cases, and the list of those without.
#include "conformance/explain/requirements.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "conformance/cases/cases.h"
#include "conformance/cases/open_points.h"
#include "conformance/cases/own_cases.h"
#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/explain/example.h"
#include "conformance/explain/requirements_text.h"
#include "conformance/explain/tested_by.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::requirements_test {

using namespace etalon::explain;
using test::check_fails;
using test::etalon_command;

namespace {

using Statements = std::vector<Requirement>;

const Statements& statements_of(const std::string& name, int version) {
  static std::map<const Schema*, Statements> known;
  const Schema* schema = find_schema("", name, version);
  const auto [found, fresh] = known.try_emplace(schema);
  if (fresh) found->second = requirements_of(*schema);
  return found->second;
}

// nullptr where there is none.
const Requirement* statement(const Statements& all, const std::string& key) {
  for (const Requirement& each : all) {
    if (each.key == key) return &each;
  }
  return nullptr;
}

bool names(const std::vector<std::string>& cases, const std::string& name) {
  return std::find(cases.begin(), cases.end(), name) != cases.end();
}

}  // namespace

TEST_CASE("every statement of every operator has a lasting number and a case or a reason",
          "[exhaustive]") {
  std::set<std::string> ids;
  for (const Schema& schema : all_schemas()) {
    std::set<std::string> keys;
    for (const Requirement& each : requirements_of(schema)) {
      INFO(schema.label() << ": " << each.key);
      CHECK(keys.insert(each.key).second);
      INFO(
          "scripts/regenerate requirements gives numbers, and lists what has no case or has one by "
          "now");
      CHECK(!each.id.empty());
      CHECK(each.tested() == each.reason.empty());
      ids.insert(each.id);
    }
  }
  for (const auto& [id, reason] : reasons_without_case()) {
    INFO("without_case.json: " << id);
    CHECK(ids.contains(id));
    CHECK(!reason.empty());
  }
}

TEST_CASE("a statement's number is the place of its key which no other statement has") {
  for (const Schema& schema : all_schemas()) {
    const std::vector<std::string>& keys = numbered_keys(schema);
    INFO(schema.label());
    CHECK(std::set<std::string>(keys.begin(), keys.end()).size() == keys.size());
  }
  const Statements& softmax = statements_of("Softmax", 13);
  const std::vector<std::string>& keys = numbered_keys(*find_schema("", "Softmax", 13));
  for (const Requirement& each : softmax) {
    const auto place = std::find(keys.begin(), keys.end(), each.key) - keys.begin();
    CHECK(each.id == "Softmax-13.R" + std::to_string(place + 1));
  }
}

TEST_CASE("sentences of a header are statements; one that names an attribute wants it given") {
  const Statements& conv = statements_of("Conv", 1);
  const Requirement* group =
      statement(conv,
                "formula M and C fall into `group` parts; c runs over the part of C that is "
                "like m's.");
  REQUIRE(group != nullptr);
  CHECK(names(group->cases, "ai.onnx/Conv: 1 in two groups with bias and stride"));
  CHECK_FALSE(names(group->cases, "ai.onnx/Conv: 1 does not flip the kernel"));
}

TEST_CASE("a case tests its own version; versions of the same code are counted apart") {
  const Requirement* given = statement(statements_of("Conv", 22), "attribute group");
  REQUIRE(given != nullptr);
  CHECK(names(given->same_code, "ai.onnx/Conv: 1 in two groups with bias and stride"));
  for (const Requirement& each : statements_of("Softmax", 13)) {
    if (each.kind == "version" || each.kind == "change" || each.kind == "types") {
      INFO(each.key);
      CHECK(each.same_code.empty());
    }
  }
}

TEST_CASE("a refusal is a statement of the versions whose code can make it") {
  const std::string differ = "refusal the-shapes-and-differ-and-broadcast-is";
  CHECK(statement(statements_of("Add", 1), differ) != nullptr);
  CHECK(statement(statements_of("Add", 7), differ) == nullptr);
  CHECK(statement(statements_of("Softmax", 13), differ) == nullptr);
  const Requirement* axis = statement(statements_of("Softmax", 13), "refusal axis-is-outside");
  REQUIRE(axis != nullptr);
  CHECK(axis->text == "Refused: axis … is outside […, …].");
  CHECK(names(axis->cases, "example of Softmax.rank0"));
}

TEST_CASE("a question of the atlas is tested by a case whose values put it") {
  const Requirement* inf = statement(statements_of("Softmax", 13), "point Softmax.inf");
  REQUIRE(inf != nullptr);
  CHECK(names(inf->cases, "ai.onnx/Softmax: 13 gives nothing to -∞"));
  CHECK(names(inf->cases, "example of Softmax.inf"));
  CHECK_FALSE(names(inf->cases, "ai.onnx/Softmax: 13 shares out along the axis alone"));
}

// True where −0 is expected and there is something else.
bool another_zero(const Value& expected, const Value& got) {
  if (!expected.is_tensor() || !is_float(expected.tensor().dtype())) return false;
  const auto e = expected.tensor().as<double>(), g = got.tensor().as<double>();
  for (size_t i = 0; i < e.size(); ++i) {
    if (e.flat(i) == 0 && std::signbit(e.flat(i)) && !std::signbit(g.flat(i))) return true;
  }
  return false;
}

TEST_CASE("a case that expects −0 gets −0 whose sign comparison leaves out") {
  for (const Schema& schema : all_schemas()) {
    if (!has_requirements(schema)) continue;
    for (const OwnCall& call : own_calls(schema)) {
      const nlohmann::json written = call.written.value("outputs", nlohmann::json::array());
      const std::string text = written.dump();
      if (call.schema != &schema || !call.error.empty() || text.find("-0") == std::string::npos) {
        continue;
      }
      INFO(call.name);
      const Evaluated got = evaluate({call.schema, call.written});
      for (size_t i = 0, j = 0; i < written.size(); ++i) {
        if (written[i].is_null()) continue;
        CHECK_FALSE(another_zero(own_value(written, "output", i), got.outputs.at(j++).value));
      }
    }
  }
}

TEST_CASE("open points that cases name exist") {
  for (const Case& test : discover(own_cases_folder())) {
    if (test.function) continue;
    const nlohmann::json& written = test.document->at("cases").at(test.index);
    for (const std::string point : written.value("points", nlohmann::json::array())) {
      INFO(test.name);
      CHECK(open_points().find(point).second != nullptr);
    }
  }
}

TEST_CASE("fields of a CSV record are quoted where RFC 4180 wants it") {
  Requirement one{"value", "k", "A-1.R1", "a \"b\", c", "file:1", {"x", "y"}, {}, {}, ""};
  CHECK(requirements_csv(*find_schema("", "Abs", 1), {one}) ==
        "A-1.R1,Abs-1,ai.onnx,value,\"a \"\"b\"\", c\",file:1,\"x\ny\",,\r\n");
}

TEST_CASE("explain --requirements prints statements as text and JSON and CSV") {
  const test::Outcome text = etalon_command({"explain", "softmax", "13", "--requirements"});
  CHECK(text.code == exit_ok);
  CHECK(text.out.starts_with("Softmax-13\n  R1     Softmax: output = exp(input) / Σ exp(input)."));
  const test::Outcome csv =
      etalon_command({"explain", "Softmax", "--requirements", "--format", "csv"});
  CHECK(csv.out.starts_with("id,operator,domain,kind,statement,"));
  CHECK(csv.out.find("\r\nSoftmax-13.R1,Softmax-13,ai.onnx,formula,") != std::string::npos);
  const auto json = nlohmann::json::parse(
      etalon_command({"explain", "ai.onnx.ml.Scaler", "--requirements", "--format", "json"}).out);
  CHECK(json.at(0).at("id") == "ai.onnx.ml.Scaler-1.R1");
}

TEST_CASE("explain --requirements refuses what has no list of statements") {
  check_fails({"explain", "Softmx", "--requirements"}, exit_usage, "did you mean");
  check_fails({"explain", "thinker.iqAdd", "--requirements"}, exit_usage, "ONNX's domains");
  check_fails({"explain", "Softmax", "--format", "csv"}, exit_usage, "--requirements");
}

}  // namespace etalon::requirements_test
