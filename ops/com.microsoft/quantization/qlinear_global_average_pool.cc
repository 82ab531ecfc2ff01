// QLinearGlobalAveragePool: Y = saturate(round(mean / y_scale) + y_zero_point), ties to even, where
// mean is that of x_scale · (X − x_zero_point) over the spatial axes, which stay as size 1. The
// channels are the second axis, or with channels_last the last one.
//   1
// The text has the mean alone: that it is requantized, how it is rounded, and that it saturates is
// measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values qlinear_global_average_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_rank_from("X", X, 3);
  const size_t channel = call.flag("channels_last") ? X.rank() - 1 : 1;
  std::vector<size_t> spatial;
  for (size_t axis = 1; axis < X.rank(); ++axis) {
    if (axis != channel) spatial.push_back(axis);
  }
  const Quantization of_X(call, "x"), of_Y(call, "y");
  const Tensor quotient =
      by_sets(of_X.centred(X), spatial, [&]<class R>(const Array<R>& q) -> Array<R> {
        return of_X.scale * mean_over(q) / of_Y.scale;
      });
  return requantized(X.dtype(), quotient, of_Y);
}

const Operator op("QLinearGlobalAveragePool", qlinear_global_average_pool, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
