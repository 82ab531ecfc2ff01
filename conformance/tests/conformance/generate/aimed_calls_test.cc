// generate --aim: cases at each open point of the atlas.
#include "conformance/generate/aimed_calls.h"

#include <algorithm>

#include "conformance/cases/open_points.h"
#include "conformance/commands/commands.h"
#include "conformance/generate/operator_cases.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/support.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"

namespace etalon::aimed_calls_test {
namespace {

using test::etalon_command;
using test::Outcome;
using test::Workshop;

bool is_met(const CaseFiles& files, const std::string& point) {
  const auto& inputs = files.sets.at(0).inputs;
  const ChoiceScope scope(Recording::on);
  try {
    evaluate(parse_model(files.model), {inputs.begin(), inputs.end()});
  } catch (const Error& error) {
    CHECK(files.error == to_string(error.kind()));
  }
  const std::vector<std::string> met = scope.met();
  return std::find(met.begin(), met.end(), point) != met.end();
}

// What generate says that writes cases at the point to the folder, and exits with this code.
Outcome generated(const std::string& op, const std::string& point, const std::string& count,
                  const std::string& folder, int code = exit_ok) {
  const Outcome outcome = etalon_command(
      {"generate", "--operator", op, "--aim", "open:" + point, "--count", count, "--out", folder});
  INFO(outcome.err);
  CHECK(outcome.code == code);
  return outcome;
}

TEST_CASE("generate --aim finds a call at every open point") {
  for (const OperatorPoints& of : open_points().operators) {
    for (const OpenPoint& point : of.points) {
      if (point.status == PointStatus::required) continue;
      INFO(point.id);
      Draw draw(5);
      const OperatorChoice choice = operator_choice(of.label(), point.id);
      OperatorCase drawn;
      CHECK_NOTHROW(drawn = draw_case(choice, draw));
      REQUIRE(!drawn.files.sets.empty());
      CHECK(drawn.files.error.empty() != point.example.contains("error"));
      CHECK(is_met(drawn.files, point.id));
    }
  }
}

TEST_CASE("a case at a point that Etalon refuses expects the refusal, and passes with it") {
  const Workshop here;
  const Outcome outcome = generated("Squeeze", "Squeeze.duplicates", "2", here.at("c"));
  CHECK(outcome.out.find("a refusal is expected: InvalidInput") != std::string::npos);
  const Outcome tested = etalon_command({"test", here.at("c")});
  INFO(tested.out);
  CHECK(tested.code == exit_ok);
}

TEST_CASE("an integer divided by 0 is a case with an open element, which passes") {
  const Workshop here;
  const Outcome outcome = generated("Div", "Div.integer_zero_divisor", "3", here.at("c"));
  CHECK(outcome.out.find("Div.integer_zero_divisor") != std::string::npos);
  CHECK(etalon_command({"test", here.at("c")}).code == exit_ok);
}

TEST_CASE("only an open point of the operator can be aimed at") {
  const Workshop here;
  const auto refusal = [&](const char* point) {
    return generated("Div", point, "1", here.at("c"), exit_usage).err;
  };
  for (const char* point : {"Div.nothing", "TopK.unsorted"}) {
    CHECK(refusal(point).find("this is not an open point of Div (see: etalon open Div)") !=
          std::string::npos);
  }
  CHECK(refusal("Div.zero_divisor").find("nothing is open there, the text decides it") !=
        std::string::npos);
}

TEST_CASE("operators that no rule draws are aimed at by the atlas's example") {
  const Workshop here;
  generated("Multinomial", "Multinomial.nan", "1", here.at("a"));
  generated("ImageDecoder", "ImageDecoder.rank0", "1", here.at("b"));
}

}  // namespace
}  // namespace etalon::aimed_calls_test
