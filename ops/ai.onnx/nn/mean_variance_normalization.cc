// MeanVarianceNormalization: Y = (X − E[X]) / (√E[(X − E[X])²] + 1e-9), the means over axes. (The
// text leaves out the 1e-9 of its function body; without it constants would become NaN.)
//   9, 13     13: bfloat16
#include "engine/numerics/carriers.h"

namespace etalon {
namespace {

Values mean_variance_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<size_t> axes = axis_indices(call.ints("axes"), X.rank());
  const double Epsilon = 1e-9F;
  return {over_reals(X.dtype(), [&]<class R>() {
    const Array<R> x = elements_of<R>(X);
    const Array<R> difference = x - mean_over(x, axes);
    const Array<R> variance = mean_over(real::square(difference), axes);
    return rounded(X.dtype(), difference / (real::sqrt(variance) + Epsilon));
  })};
}

const Operator op("MeanVarianceNormalization", mean_variance_normalization, {9, 13});

}  // namespace
}  // namespace etalon
