// MeanVarianceNormalization: Y = (X − E[X]) / (√E[(X − E[X])²] + 1e-9), the means over axes. (The
// text leaves out the 1e-9 of its function body; without it constants would become NaN.)
//   9, 13     13: bfloat16
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

Values mean_variance_normalization(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<size_t> axes = axis_indices(call.ints("axes"), X.rank());
  const double Epsilon = 1e-9F;
  return {by_sets(X, axes, [&]<class R>(const Array<R>& x) -> Array<R> {
    const Array<R> D = x - mean_over(x);
    return D / (real::sqrt(mean_over(real::square(D))) + Epsilon);
  })};
}

const Operator op("MeanVarianceNormalization", mean_variance_normalization, {9, 13});

}  // namespace
}  // namespace etalon
