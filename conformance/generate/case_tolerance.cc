#include "conformance/generate/case_tolerance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "conformance/bounds/bounds.h"
#include "conformance/cases/tolerance.h"
#include "conformance/generate/elements.h"
#include "engine/loader/loader.h"

namespace etalon {

namespace {

CaseTolerance usual() { return {Tolerance().rtol, Tolerance().atol, "ONNX's own"}; }

// ONNX's own, or where steps are wide two of them: above the normal numbers by rtol, below by atol.
CaseTolerance of_rounding(DType type) {
  CaseTolerance tolerance = usual();
  if (!is_float(type)) return tolerance;
  const FloatLimits limits = float_limits(type);
  const double rtol = std::ldexp(2, 1 - limits.digits);
  if (rtol <= tolerance.rtol) return tolerance;
  return {rtol, std::max(tolerance.atol, 2 * limits.least_subnormal()),
          fmt::format("two units in the last place of {}", name(type))};
}

void widen(CaseTolerance& tolerance, const CaseTolerance& other) {
  if (other.rtol > tolerance.rtol) tolerance.reason = other.reason;
  tolerance.rtol = std::max(tolerance.rtol, other.rtol);
  tolerance.atol = std::max(tolerance.atol, other.atol);
}

void widen(CaseTolerance& tolerance, const Value& value) {
  if (value.is_sequence()) {
    for (const Value& item : value.sequence().items) widen(tolerance, item);
  } else {
    widen(tolerance, value.is_tensor() ? of_rounding(value.tensor().dtype()) : usual());
  }
}

// For each output whether nothing of it is rounded; where that cannot be told, false.
std::vector<bool> exactness(const BoundModel& model, const CaseFiles::Set& set) {
  std::vector<bool> exact(set.outputs.size(), false);
  try {
    const Bindings inputs(set.inputs.begin(), set.inputs.end());
    const std::vector<Bound> bounds = evaluate_with_bounds(model, inputs).bounds;
    for (size_t i = 0; i < exact.size(); ++i) exact[i] = bounds.at(i).kind == Bound::Kind::exact;
  } catch (const Error&) {  // such as elements without a value, of whole_outputs()
  }
  return exact;
}

}  // namespace

CaseTolerance tolerance_of(const CaseFiles& files) {
  CaseTolerance tolerance{0, 0, "nothing is rounded"};
  const BoundModel model = parse_model(files.model);
  for (const CaseFiles::Set& set : files.sets) {
    const std::vector<bool> exact = exactness(model, set);
    for (size_t i = 0; i < exact.size(); ++i) {
      if (!exact[i]) widen(tolerance, set.outputs[i].second);
    }
  }
  return tolerance;
}

}  // namespace etalon
