// LpNormalization: output = input / norm, norm being Σ|input| (p = 1) or √Σ input² (p = 2) along
// axis; 0 where the norm is 0.
//   1, 22     22: bfloat16
#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

template <class R>
Array<R> norm(const Array<R>& x, int64_t p, size_t axis) {
  if (p == 1) return sum_over(real::abs(x), {axis});
  return real::sqrt(sum_over(real::square(x), {axis}));
}

Values lp_normalization(const Call& call) {
  const Tensor& input = call.tensor("input");
  const int64_t p = call.integer("p");
  if (p != 1 && p != 2) throw InvalidInput("p is {}; only 1 and 2 are allowed", p);
  at_point("rank0", input.rank() == 0);
  const size_t axis = axis_index(call.integer("axis"), input.rank());
  const bool divides_by_zero = call.as_released("lpnormalization-zero-norm");
  const Tensor output = over_reals(input.dtype(), [&]<class R>() {
    const Array<R> x = elements_of<R>(input);
    const Array<R> divisor = by_element(norm(x, p, axis), [&](const R& value) {
      return is_exact_zero(value) && !divides_by_zero ? R(1) : value;
    });
    return rounded(input.dtype(), x / divisor);
  });
  return {divisor_or_exact(either_zero(output, "negative_zero"), "overflow", [&] {
    const Reals x = xt::abs(input.as<double>());
    const Reals steps = sum_over(p == 1 ? x : Reals(x * x), {axis});
    return broadcast_array(steps, x.shape());
  })};
}

const Operator op("LpNormalization", lp_normalization, {1, 22});

}  // namespace
}  // namespace etalon
