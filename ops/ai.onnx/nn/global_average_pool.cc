// GlobalAveragePool: Y = the mean of X over its spatial axes, which stay as size 1.
//   1, 22     22: bfloat16
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Values global_average_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {by_sets(X, spatial_axes(X), []<class R>(const Array<R>& x) { return mean_over(x); })};
}

const Operator op("GlobalAveragePool", global_average_pool, {1, 22});

}  // namespace
}  // namespace etalon
