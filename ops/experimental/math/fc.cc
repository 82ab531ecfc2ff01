// FC: Y = X · Wᵀ + b, where X is flattened to [M, K] at `axis` and W to [N, K] at `axis_w`.
//   1         experimental
#include "engine/formula.h"
#include "ops/experimental/math/flattened.h"

namespace etalon {
namespace {

Values fc(const Call& call) {
  const Reader X(flattened(call.tensor("X"), call.integer("axis")));
  const Reader W(flattened(call.tensor("W"), call.integer("axis_w")));
  const Reader b(call.tensor("b"));
  const size_t M = X.dim(0), K = X.dim(1), N = W.dim(0);
  if (W.dim(1) != K || b.shape() != Shape{N}) {
    throw InvalidInput("X as {}, W as {} and b of shape {} do not fit X · Wᵀ + b",
                       to_string(X.shape()), to_string(W.shape()), to_string(b.shape()));
  }
  return {each_output(call.tensor("X").dtype(), {M, N}, [&]<class R>(size_t m, size_t n) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < K; ++k) sum.add(X.at<R>(m, k) * W.at<R>(n, k));
    return sum.result() + b.at<R>(n);
  })};
}

const Operator op("FC", fc, {1});

}  // namespace
}  // namespace etalon
