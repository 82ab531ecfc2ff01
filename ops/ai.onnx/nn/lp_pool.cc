// LpPool: Y = (Σ |X|^p)^(1/p) over each window; padding is 0.
//   1           p is a float
//   2, 11       p is an integer
//   18, 22      18: ceil_mode, dilations; 22: bfloat16
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Values lp_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const double p = order_of_norm(call);
  Reals Y = sum_over_windows(X, pool_window(call, X), [p](double x) { return power(x, p); });
  for (double& y : Y) y = root(y, p);
  return {Tensor::of(X.dtype(), Y)};
}

const Operator op("LpPool", lp_pool, {1, 2, 11, 18, 22});

}  // namespace
}  // namespace etalon
