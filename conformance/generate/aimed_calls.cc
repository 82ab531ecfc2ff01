#include "conformance/generate/aimed_calls.h"

#include <algorithm>

#include "conformance/cases/open_points.h"
#include "conformance/generate/values.h"
#include "conformance/generate/written_node.h"
#include "conformance/judge/refusals.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

bool meets(const ChoiceScope& scope, const std::string& point) {
  const std::vector<std::string> met = scope.met();
  return std::find(met.begin(), met.end(), point) != met.end();
}

NodeCall example_call(const std::string& point, Draw& draw) {
  const auto [of, found] = open_points().find(point);
  if (!found || found->example.is_null()) throw InvalidInput("there is no open point {}", point);
  nlohmann::json document = found->example;
  document["domain"] = of->domain;
  document["operator"] = of->op;
  if (document.contains("chosen")) document["outputs"] = document.at("chosen").size();
  document.erase("chosen");
  document.erase("error");
  return written_calls(document, draw).at(0).call;
}

}  // namespace

Draft unsettled(Draft draft, Draw& draw) {
  for (Value& input : draft.call.inputs) {
    if (input.is_tensor()) input = unsettled(input.tensor(), draw);
  }
  return draft;
}

Draft like_example(const std::string& point, bool varied, Draw& draw) {
  NodeCall call = example_call(point, draw);
  for (Value& input : call.inputs) {
    const bool changes = varied && input.is_tensor() && is_float(input.tensor().dtype());
    if (changes) input = unsettled(input.tensor(), draw);
  }
  const Schema* schema = find_schema(call.node.domain(), call.node.op_type(), call.opset);
  return {schema, std::move(call), {}, true};
}

std::optional<CaseFiles> case_at(const std::string& point, const Draft& aimed,
                                 const Choices& choices, const Options& evaluation) {
  const ChoiceScope scope(Recording::on, choices);
  try {
    CaseFiles files = node_case(aimed.call, false, limited(evaluation));
    if (meets(scope, point)) return files;
    return std::nullopt;
  } catch (const Error& refusal) {
    const bool refused =
        refusal.kind() == ErrorKind::InvalidInput || refusal.kind() == ErrorKind::Unspecified;
    const bool permitted = aimed.of_example && !refusable({point}).empty();
    if (!refused || !permitted || !meets(scope, point)) throw;
    return refused_case(aimed.call, refusal);
  }
}

}  // namespace etalon
