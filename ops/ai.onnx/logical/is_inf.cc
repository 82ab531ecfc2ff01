// IsInf: Y = whether X is +∞ (if detect_positive) or -∞ (if detect_negative), elementwise.
//   10, 20    20: float16, bfloat16, float8
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values is_inf(const Call& call) {
  const Reals X = call.tensor("X").as<double>();
  const bool positive = call.flag("detect_positive");
  const bool negative = call.flag("detect_negative");
  return {
      Tensor::of(DType::boolean, xt::isinf(X) && ((X > 0.0 && positive) || (X < 0.0 && negative)))};
}

const Operator op("IsInf", is_inf, {10, 20});

}  // namespace
}  // namespace etalon
