// data/open_points/disputes.json: cases that the specification decides and other runtimes fail.
#include <set>

#include "conformance/cases/own_cases.h"
#include "conformance/common/json_values.h"
#include "conformance/common/paths.h"
#include "conformance/judge/compare.h"
#include "conformance/tests/catch.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/json.h"
#include "onnx.pb.h"

namespace etalon::disputes_test {
namespace {

using nlohmann::json;

TEST_CASE("each dispute has a sentence; an answer that differs and an expectation that holds") {
  const json document =
      json::parse(file_text(data_folder() / "open_points" / "disputes.json")).at("disputes");
  CHECK(document.size() == 20);
  for (const json& dispute : document) {
    INFO(dispute.at("operator"));
    CHECK(dispute.at("quote").get<std::string>().size() > 10);
    const json& one = dispute.at("case");
    bool differs = false;
    for (const auto& [runtime, answer] : dispute.at("answers").items()) {
      const bool answers = !answer.contains("unsupported");
      differs = differs || (answers && answer.value("outputs", json()) != one.at("outputs"));
    }
    CHECK(differs);
    Bindings inputs;
    for (size_t i = 0; i < one.at("inputs").size(); ++i) {
      inputs["input_" + std::to_string(i)] = value_from_json(one.at("inputs")[i]);
    }
    const json head = {{"domain", dispute.at("domain")}, {"operator", dispute.at("operator")}};
    const ChoiceScope scope(Recording::on);
    const Values outputs =
        evaluate(parse_model(own_case_model(head, one).SerializeAsString()), inputs);
    CHECK(scope.met().empty());  // the specification decides
    REQUIRE(outputs.size() == one.at("outputs").size());
    for (size_t i = 0; i < outputs.size(); ++i) {
      CHECK(compare(outputs[i], value_from_json(one.at("outputs")[i]), {}).pass());
    }
  }
}

}  // namespace
}  // namespace etalon::disputes_test
