// GlobalAveragePool: Y = the mean of X over its spatial axes, which stay as size 1.
//   1, 22     22: bfloat16
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Values global_average_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {over_reals(X.dtype(), [&]<class R>() {
    return rounded(X.dtype(), mean_over(elements_of<R>(X), spatial_axes(X)));
  })};
}

const Operator op("GlobalAveragePool", global_average_pool, {1, 22});

}  // namespace
}  // namespace etalon
