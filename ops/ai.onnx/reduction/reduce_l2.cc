// ReduceL2: reduced = √ Σ data² over axes; 0 for an empty set; of integers: truncated.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives |data|
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

// The power of two at or below a magnitude: dividing by it keeps squares in range and is exact.
double scale_of(double magnitude) {
  return magnitude > 0 && std::isfinite(magnitude) ? std::ldexp(1.0, std::ilogb(magnitude)) : 1;
}

Reals l2(const Reals& x, const Axes& axes) {
  const Reals magnitude = xt::abs(x);
  Reals scale = max_over(magnitude, axes);
  for (double& value : scale) value = scale_of(value);
  const Reals square = xt::square(magnitude / scale);
  const Reals sum = sum_over(square, axes);
  return xt::sqrt(sum) * scale;
}

Values reduce_l2(const Call& call) { return reduce_reals(call, l2); }

const Operator op("ReduceL2", reduce_l2, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
