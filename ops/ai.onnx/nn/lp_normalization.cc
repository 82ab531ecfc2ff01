// LpNormalization: output = input / norm, norm being Σ|input| (p = 1) or √Σ input² (p = 2) along
// axis; 0 where the norm is 0.
//   1, 22     22: bfloat16
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Reals norm(const Reals& x, int64_t p, size_t axis) {
  if (p == 1) return sum_over<double>(xt::abs(x), {axis});
  const Reals squared = x * x;
  return xt::sqrt(sum_over(squared, {axis}));
}

Values lp_normalization(const Call& call) {
  const Tensor& input = call.tensor("input");
  const int64_t p = call.integer("p");
  if (p != 1 && p != 2) throw InvalidInput("p is {}; only 1 and 2 are allowed", p);
  const Reals x = input.as<double>();
  Reals divisor = norm(x, p, axis_index(call.integer("axis"), input.rank()));
  if (!call.as_released("lpnormalization-zero-norm")) {
    for (double& value : divisor) value = value == 0 ? 1 : value;
  }
  return {Tensor::of(input.dtype(), x / divisor)};
}

const Operator op("LpNormalization", lp_normalization, {1, 22});

}  // namespace
}  // namespace etalon
