// GlobalAveragePool: Y = the mean of X over its spatial axes, which stay as size 1.
//   1, 22     22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Values global_average_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor Y = over_reals(X.dtype(), [&]<class R>() {
    return rounded(X.dtype(), mean_over(elements_of<R>(X), spatial_axes(X)));
  });
  const auto magnitude = [&] { return sum_over(Reals(xt::abs(X.as<double>())), spatial_axes(X)); };
  const Tensor open = step_or_exact(either_zero(Y, "negative_zero"), "overflow", magnitude);
  return {anything(open, "empty", [&] { return full(Y.shape(), X.size() == 0); })};
}

const Operator op("GlobalAveragePool", global_average_pool, {1, 22});

}  // namespace
}  // namespace etalon
