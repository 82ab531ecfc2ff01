#include "conformance/bisect/exposed.h"

#include <algorithm>

#include "conformance/bisect/derived_models.h"
#include "conformance/bisect/fused_groups.h"
#include "conformance/judge/compare.h"
#include "engine/loader/loader.h"

namespace etalon {

namespace {

// True if each value of `some` matches that of the same name in `all`.
bool are_among(const Bindings& some, const Bindings& all, const Tolerance& tolerance) {
  return std::all_of(some.begin(), some.end(), [&](const auto& value) {
    return compare(value.second, all.at(value.first), tolerance).pass();
  });
}

}  // namespace

std::optional<NodeReports> check_nodes_of(Runtime& runtime, const onnx::ModelProto& model,
                                          const Bindings& inputs, const Tolerance& tolerance,
                                          const Options& options) {
  const onnx::ModelProto flat = with_branches(model, inputs, options);
  const BoundModel bound = parse_model(flat.SerializeAsString());
  Bindings values;
  Options keeping = options;
  keeping.on_value = [&](const std::string& name, const Value& value) { values[name] = value; };
  evaluate(bound, inputs, keeping);
  CaseValues inner = inner_values(bound.graph, values);
  values.clear();
  const auto got = values_of_runtime(runtime, flat, inputs, inner);
  if (!got) return std::nullopt;
  const NodeReports reports = check_nodes(bound, inputs, *got, tolerance, options);
  const std::set<std::string> fused = fused_values(bound.graph, fused_groups(bound.graph));
  if (fused.empty()) return reports;
  std::erase_if(inner, [&](const auto& value) { return fused.contains(value.first); });
  const auto ends = values_of_runtime(runtime, flat, inputs, inner);
  if (!ends || are_among(*ends, *got, tolerance)) return reports;
  const NodeReports whole = check_nodes(bound, inputs, *ends, tolerance, options);
  return whole.beyond > reports.beyond ? whole : reports;
}

}  // namespace etalon
