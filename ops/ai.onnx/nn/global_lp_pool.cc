// GlobalLpPool: Y = (Σ |X|^p)^(1/p) over X's spatial axes, which stay as size 1.
//   1           p is a float
//   2, 22       p is an integer; 22: bfloat16
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Values global_lp_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<size_t> axes = spatial_axes(X);
  const double p = order_of_norm(call);
  return {by_sets(X, axes, [p]<class R>(const Array<R>& x) -> Array<R> {
    const Array<R> powers = by_element(x, [p](const R& each) { return power(each, p); });
    return by_element(sum_over(powers), [p](const R& sum) { return root(sum, p); });
  })};
}

const Operator op("GlobalLpPool", global_lp_pool, {1, 2, 22});

}  // namespace
}  // namespace etalon
