// GlobalMaxPool: Y = the maximum of X over its spatial axes, which stay as size 1; NaN if any is.
//   1, 22     22: bfloat16
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Values global_max_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const auto greatest = []<class R>(const Array<R>& x) { return max_over(x); };
  return {by_sets<numbers>(X, spatial_axes(X), greatest)};
}

const Operator op("GlobalMaxPool", global_max_pool, {1, 22});

}  // namespace
}  // namespace etalon
