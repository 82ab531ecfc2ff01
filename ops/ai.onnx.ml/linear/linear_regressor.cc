// LinearRegressor: Y = post_transform(X · coefficientsᵀ + intercepts), one column a target.
//   1
#include "ops/ai.onnx.ml/linear/linear.h"

namespace etalon {
namespace {

Values linear_regressor(const Call& call) {
  const int64_t targets = call.integer("targets");
  if (targets < 1) throw InvalidInput("targets is {}", targets);
  const Tensor samples = feature_rows(call.tensor("X"));
  const LinearModel model = linear_model(call, samples.dim(1), static_cast<size_t>(targets));
  const PostTransform transform = post_transform(call);
  return by_samples(samples, DType::float32, [&]<class R>(const Tensor& X) -> Array<R> {
    const Array<R> scores =
        with_each(matmul(elements_of<R>(X), model.coefficients), model.intercepts);
    return transformed(scores, transform);
  });
}

const Operator op("LinearRegressor", linear_regressor, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
