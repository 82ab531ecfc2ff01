// FC: Y = X · Wᵀ + b, where X is flattened to [M, K] at `axis` and W to [N, K] at `axis_w`.
//   1         experimental
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Tensor matrix(const Tensor& X, int64_t axis) {
  const Split split = split_at(X.shape(), axis_index(axis, X.rank()));
  return X.reshaped({split.before, split.after});
}

Values fc(const Call& call) {
  const Tensor X = matrix(call.tensor("X"), call.integer("axis"));
  const Tensor W = matrix(call.tensor("W"), call.integer("axis_w"));
  const Tensor& b = call.tensor("b");
  if (X.dim(1) != W.dim(1) || b.shape() != Shape{W.dim(0)}) {
    throw InvalidInput("X as {}, W as {} and b of shape {} do not fit X · Wᵀ + b",
                       to_string(X.shape()), to_string(W.shape()), to_string(b.shape()));
  }
  const Reals bias = b.as<double>();
  return {
      products_of(X, false, W, true).rounded([&]<class R>(const R& product, size_t position) -> R {
        return product + R(bias.data()[position % bias.size()]);
      })};
}

const Operator op("FC", fc, {1});

}  // namespace
}  // namespace etalon
