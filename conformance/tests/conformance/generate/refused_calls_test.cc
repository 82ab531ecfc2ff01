// generate --refusals: calls that the specification forbids, one step from valid ones.
#include "conformance/generate/refused_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conformance/commands/commands.h"
#include "conformance/common/json.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/support.h"
#include "engine/loader/file.h"
#include "engine/operators/choice_scope.h"
#include "onnx.pb.h"

namespace etalon::refused_calls_test {
namespace {

using test::etalon_command;
using test::files_in;
using test::Outcome;
using test::Workshop;

void check_refused(const CaseFiles& files) {
  INFO(files.change);
  CHECK(files.sets.at(0).outputs.empty());
  CHECK((files.error == "InvalidInput" || files.error == "InvalidModel"));
  const ChoiceScope scope(Recording::on);
  std::string said;
  try {
    case_outputs(files, {});
  } catch (const Error& refusal) {
    said = refusal.what();
    CHECK(to_string(refusal.kind()) == files.error);
  }
  CHECK(said == files.refusal);
  CHECK_FALSE(said.empty());
  CHECK(scope.met().empty());
}

TEST_CASE("generate --refusals: every operator has calls that are refused and no point is open",
          "[exhaustive]") {
  for (const OperatorChoice& choice : every_operator()) {
    INFO(choice.name);
    Draw draw(3);
    RefusalDraws refusals(choice);
    for (int i = 0; i < 2; ++i) {
      OperatorCase drawn;
      CHECK_NOTHROW(drawn = refusals.draw(draw, {}));
      check_refused(drawn.files);
    }
  }
}

TEST_CASE("generate --refusals: the kinds of step take turns") {
  Draw draw(1);
  RefusalDraws refusals(operator_choice("Conv"));
  for (int i = 0; i < 10; ++i) refusals.draw(draw, {});
  CHECK(refusals.kinds().size() >= 8);
  for (const auto& [kind, count] : refusals.kinds()) CHECK(count <= 2);
}

// The changes that a kind of step makes to a call of the operator, over some draws.
std::set<std::string> changes(const std::string& op, const std::string& kind) {
  std::set<std::string> found;
  Draw draw(7);
  for (int i = 0; i < 60; ++i) {
    const NodeCall valid = *call_of(draw_case(operator_choice(op), draw).files);
    if (const auto files = refused_call(valid, kind, draw, {})) {
      check_refused(*files);
      found.insert(files->change);
    }
  }
  return found;
}

TEST_CASE("a refused axis is the first past an end of the rank", "[exhaustive]") {
  Draw draw(2);
  size_t seen = 0;
  for (int i = 0; i < 40; ++i) {
    const NodeCall valid = *call_of(draw_case(operator_choice("Softmax-13"), draw).files);
    const auto rank = static_cast<int64_t>(valid.inputs.at(0).tensor().rank());
    const auto files = refused_call(valid, "attribute number", draw, {});
    if (!files) continue;
    ++seen;
    const NodeCall changed = *call_of(*files);
    REQUIRE(changed.node.attribute_size() == 1);
    const int64_t axis = changed.node.attribute(0).i();
    CHECK((axis == rank || axis == -rank - 1));
  }
  CHECK(seen > 20);
}

TEST_CASE("a step changes what its kind says", "[exhaustive]") {
  CHECK(changes("Add-13", "input missing") ==
        std::set<std::string>{"input A is left out", "input B is left out"});
  CHECK(changes("Abs-13", "input added") == std::set<std::string>{"an input after the last"});
  CHECK(changes("Concat-13", "attribute missing") == std::set<std::string>{"axis is left out"});
  for (const std::string& change : changes("Conv-11", "attribute word")) {
    CHECK(change.starts_with("auto_pad = "));
  }
  CHECK(changes("Softmax-13", "attribute length").empty());
}

TEST_CASE("a flag of 2 is no refused call where the refusal is that of the flag 1",
          "[exhaustive]") {
  for (const std::string& change : changes("Gemm-13", "attribute number")) {
    INFO(change);
    CHECK(change.find(" = -1 ") == std::string::npos);
    CHECK(change.find(" = 2 ") == std::string::npos);
  }
}

TEST_CASE("what no sentence forbids is no refused call", "[exhaustive]") {
  // Etalon refuses these, but a dilation of 0 has a meaning, and no ratio is said to be invalid.
  const auto refuses = [](const std::string& op, const std::string& kind, const std::string& part) {
    const std::set<std::string> all = changes(op, kind);
    return std::any_of(all.begin(), all.end(), [&](const std::string& change) {
      return change.find(part) != std::string::npos;
    });
  };
  CHECK_FALSE(refuses("Col2Im-18", "attribute number", "of dilations = 0 "));
  CHECK_FALSE(refuses("RoiAlign-22", "attribute number", "sampling_ratio = -1 "));
  CHECK(refuses("LRN-13", "attribute type", "size is of type"));
  CHECK_FALSE(refuses("LRN-13", "attribute number", "size = 0 "));
}

TEST_CASE("generate --refusals writes cases that Etalon passes; with the sentence") {
  const Workshop here;
  const auto into = [&](const std::string& name) {
    const Outcome outcome = etalon_command({"generate", "--operator", "Gather", "--refusals",
                                            "--count", "6", "--seed", "4", "--out", here.at(name)});
    INFO(outcome.err);
    CHECK(outcome.code == exit_ok);
    CHECK(outcome.out.find("6 cases of 1 operator in") != std::string::npos);
    return files_in(here.at(name));
  };
  const auto files = into("a");
  CHECK(files == into("b"));
  for (const auto& [name, bytes] : files) {
    if (!name.ends_with("data.json")) continue;
    CHECK(name.find("_refused_") != std::string::npos);
    const nlohmann::json data = parse_json(bytes);
    for (const char* key : {"error", "refusal", "step", "change"}) CHECK(data.contains(key));
  }
  CHECK(etalon_command({"test", here.at("a")}).code == exit_ok);
  CHECK(etalon_command({"generate", "m.onnx", "--refusals", "--out", here.at("c")}).code ==
        exit_usage);
}

TEST_CASE("an answer where a refusal is required is a failure of its own kind", "[exhaustive]") {
  const Workshop here;
  // Half of these break the schema: the model cannot be bound, and its outputs are asked for.
  CHECK(etalon_command({"generate", "--operator", "Softmax-13", "--refusals", "--type", "float",
                        "--count", "8", "--out", here.at("a")})
            .code == exit_ok);
  const std::string backend =
      fmt::format("python3 '{}/conformance/tests/data/accepting_backend.py'", ETALON_SOURCE_DIR);
  const Outcome outcome =
      etalon_command({"test", here.at("a"), "--backend", backend, "--report", here.at("r.json")});
  CHECK(outcome.code == exit_mismatch);
  CHECK(outcome.out.find("8 fail, 8 of them answers to calls that must be refused") !=
        std::string::npos);
  const nlohmann::json report = read_json(here.at("r.json"));
  CHECK(report.at("summary").at("fail_accepted") == 8);
  std::set<std::string> expected;
  for (const auto& result : report.at("cases")) {
    CHECK(result.at("kind") == "accepted");
    const auto message = result.at("message").get<std::string>();
    expected.insert(message.substr(0, message.find(':')));
    CHECK(message.find(": Softmax-13 ") != std::string::npos);
  }
  CHECK(expected == std::set<std::string>{"no error, expected InvalidInput",
                                          "no error, expected InvalidModel"});
}

}  // namespace
}  // namespace etalon::refused_calls_test
