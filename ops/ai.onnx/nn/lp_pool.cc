// LpPool: Y = (Σ |X|^p)^(1/p) over each window; padding is 0.
//   1           p is a float
//   2, 11       p is an integer
//   18, 22      18: ceil_mode, dilations; 22: bfloat16
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Values lp_pool(const Call& call) {
  const Window window = pool_window(call, call.tensor("X"));
  const double p = order_of_norm(call);
  const Reader X(by_channels(call.tensor("X")));
  const Shape shape = output_shape(X.dim(0), X.dim(1), window);
  const auto element = [&]<class R>(size_t n, size_t c, size_t o) -> R {
    Sum<R> sum;
    for (const size_t at : positions_read(window, o)) sum.add(power(X.at<R>(n, c, at), p));
    return root(sum.result(), p);
  };
  const size_t outputs = split_at(shape, 2).after;
  const DType type = call.tensor("X").dtype();
  return {each_output(type, {X.dim(0), X.dim(1), outputs}, element).reshaped(shape)};
}

const Operator op("LpPool", lp_pool, {1, 2, 11, 18, 22});

}  // namespace
}  // namespace etalon
