// GlobalMaxPool: Y = the maximum of X over its spatial axes, which stay as size 1; NaN if any is.
//   1, 22     22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/pooling.h"

namespace etalon {
namespace {

Tensor greatest(const Tensor& X) {
  return over_carrier(X.dtype(), [&]<class T>() {
    return rounded(X.dtype(), max_over(elements_of<T>(X), spatial_axes(X)));
  });
}

Values global_max_pool(const Call& call) {
  const Tensor& X = call.tensor("X");
  const auto ignored = [&] {
    return greatest(without_nan(X, -std::numeric_limits<double>::infinity()));
  };
  const Tensor Y = either_zero(nan_or_number(greatest(X), "nan", ignored), "negative_zero");
  return {anything(Y, "empty", [&] { return full(Y.shape(), X.size() == 0); })};
}

const Operator op("GlobalMaxPool", global_max_pool, {1, 22});

}  // namespace
}  // namespace etalon
