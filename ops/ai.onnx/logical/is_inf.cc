// IsInf: Y = whether X is +∞ (if detect_positive) or -∞ (if detect_negative), elementwise.
//   10, 20    20: float16, bfloat16, float8
#include "engine/formula.h"

namespace etalon {
namespace {

Values is_inf(const Call& call) {
  const bool positive = call.flag("detect_positive");
  const bool negative = call.flag("detect_negative");
  return {holds(call.tensor("X"),
                [&](auto x) { return std::isinf(x) && (x > 0 ? positive : negative); })};
}

const Operator op("IsInf", is_inf, {10, 20});

}  // namespace
}  // namespace etalon
