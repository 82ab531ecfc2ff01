// LinearRegressor: Y = post_transform(X · coefficientsᵀ + intercepts), one column a target.
//   1
#include "ops/ai.onnx.ml/linear/linear.h"

namespace etalon {
namespace {

Values linear_regressor(const Call& call) {
  const int64_t targets = call.integer("targets");
  if (targets < 1) throw InvalidInput("targets is {}", targets);
  const Reals scores = linear_scores(call, feature_rows(call.tensor("X")), size_t(targets));
  return {Tensor::of(DType::float32, transformed(scores, post_transform(call)))};
}

const Operator op("LinearRegressor", linear_regressor, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
