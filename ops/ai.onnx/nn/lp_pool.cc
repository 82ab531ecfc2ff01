// LpPool: Y = (Σ |X|^p)^(1/p) over each window; padding is 0.
//   1           p is a float
//   2, 11       p is an integer
//   18, 22      18: ceil_mode, dilations; 22: bfloat16
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Values lp_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {norm_over_windows(call, X, pool_window(call, X))};
}

const Operator op("LpPool", lp_pool, {1, 2, 11, 18, 22});

}  // namespace
}  // namespace etalon
