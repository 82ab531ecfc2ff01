// MeanVarianceNormalization: Y = (X − E[X]) / (√E[(X − E[X])²] + 1e-9), the means over axes. (The
// text leaves out the 1e-9 of its function body; without it constants would become NaN.)
//   9, 13     13: bfloat16
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values mean_variance_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  at_point("rank0", X.rank() == 0);
  at_point("duplicates", any_repeated(call.ints("axes"), X.rank()));
  const std::vector<size_t> axes = axis_indices(call.ints("axes"), X.rank());
  const double Epsilon = 1e-9F;
  const Tensor Y = over_reals(X.dtype(), [&]<class R>() {
    const Array<R> x = elements_of<R>(X);
    const Array<R> difference = x - mean_over(x, axes);
    const Array<R> variance = mean_over(real::square(difference), axes);
    return rounded(X.dtype(), difference / (real::sqrt(variance) + Epsilon));
  });
  const auto steps = [&] { return largest_steps(X.as<double>(), axes); };
  return {anything(divisor_or_exact(Y, "overflow", steps), "zero_divisor", [&] {
    const Reals x = X.as<double>();
    const Reals range = max_over(x, axes) - min_over(x, axes);
    return broadcast_array(Bools(xt::equal(range, 0.0)), x.shape());
  })};
}

const Operator op("MeanVarianceNormalization", mean_variance_normalization, {9, 13});

}  // namespace
}  // namespace etalon
