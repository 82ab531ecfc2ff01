// GlobalAveragePool: Y = the mean of X over its spatial axes, which stay as size 1.
//   1, 22     22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Values global_average_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t plane = element_count(spatial_shape(X, "X"));
  const size_t channels = X.dim(0) * X.dim(1);
  const Tensor means = by_line(X.reshaped({channels, plane}), X.dtype(),
                               []<class R>(const Array<R>& x) { return mean_over(x, {1}); });
  Shape shape(X.rank(), 1);
  std::copy_n(X.shape().begin(), 2, shape.begin());
  const Tensor Y = means.reshaped(shape);
  const auto magnitude = [&] { return sum_over(Reals(xt::abs(X.as<double>())), spatial_axes(X)); };
  const Tensor open = step_or_exact(either_zero(Y, "negative_zero"), "overflow", magnitude);
  return {anything(open, "empty", [&] { return full(Y.shape(), X.size() == 0); })};
}

const Operator op("GlobalAveragePool", global_average_pool, {1, 22});

}  // namespace
}  // namespace etalon
