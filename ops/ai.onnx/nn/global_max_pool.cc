// GlobalMaxPool: Y = the maximum of X over its spatial axes, which stay as size 1; NaN if any is.
//   1, 22     22: bfloat16
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Values global_max_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {numeric(X.dtype(), [&]<class T>() {
    return Tensor::of(X.dtype(), max_over(X.as<T>(), spatial_axes(X)));
  })};
}

const Operator op("GlobalMaxPool", global_max_pool, {1, 22});

}  // namespace
}  // namespace etalon
