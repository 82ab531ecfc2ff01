#include "conformance/bisect/exposed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/bisect/derived_models.h"
#include "conformance/bisect/fused_groups.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/measure.h"
#include "engine/loader/loader.h"

namespace etalon {

namespace {

// True if each value of `some` matches that of the same name in `all`.
bool are_among(const Bindings& some, const Bindings& all, const Tolerance& tolerance) {
  return std::all_of(some.begin(), some.end(), [&](const auto& value) {
    return compare(value.second, all.at(value.first), tolerance).pass();
  });
}

constexpr double without_size = std::numeric_limits<double>::infinity();

Deviation of_integers(const Measurement& m, const Tensor& expected) {
  const bool bools = expected.dtype() == DType::boolean;
  const std::string what = fmt::format("{} of {} {} differ", m.mismatches.total(), m.elements,
                                       bools ? "bools" : "integers");
  if (bools) return {1, what};
  const double scale = largest_magnitude(expected.as<double>());
  return {m.absolute.amount / std::max(scale, 1.0),
          fmt::format("{}, by up to {:.6g}", what, m.absolute.amount)};
}

Deviation of_floats(const Measurement& m) {
  const auto one_side = [&](std::string_view what, size_t count) {
    return Deviation{without_size,
                     fmt::format("{} on one side in {} of {} elements", what, count, m.elements)};
  };
  if (m.mismatches.nan != 0) return one_side("NaN", m.mismatches.nan);
  if (m.mismatches.infinity != 0) return one_side("infinity", m.mismatches.infinity);
  if (m.scaled != 0) return {m.scaled, ""};
  return {without_size, fmt::format("up to {:.3g} where all is 0", m.absolute.amount)};
}

}  // namespace

std::optional<NodeReports> check_nodes_of(Runtime& runtime, const onnx::ModelProto& model,
                                          const Bindings& inputs, const Tolerance& tolerance,
                                          const Options& options) {
  const onnx::ModelProto flat = with_branches(model, inputs, options).model;
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
  return whole.count(Grade::wrong) > reports.count(Grade::wrong) ? whole : reports;
}

bool any_is_wrong(const std::vector<OutputReport>& reports) {
  return std::any_of(reports.begin(), reports.end(), [](const OutputReport& report) {
    return report.fails() && report.verdict.grade != Grade::rounding;
  });
}

Deviation deviation(const Value& got, const Value& expected) {
  const Tolerance none{0, 0, {}};
  const RuleResult verdict = compare(got, expected, none);
  if (verdict.pass()) return {};
  if (verdict.kind != Mismatch::values || !expected.is_tensor()) {
    return {without_size, verdict.message};
  }
  Measurement m;
  measure(m, got.tensor(), expected.tensor(), none, without_bound());
  if (m.floating) return of_floats(m);
  if (expected.tensor().dtype() == DType::string) {
    return {1, fmt::format("{} of {} strings differ", m.mismatches.total(), m.elements)};
  }
  return of_integers(m, expected.tensor());
}

}  // namespace etalon
