// SVMRegressor: Y = post_transform(Σ_v coefficients[v] · K(X, support_vectors[v]) + rho); without
// support vectors (n_supports = 0), X · coefficients + rho.
//   1         one_class: 1 where the sum is positive, else -1
#include "ops/ai.onnx.ml/svm/svm.h"

namespace etalon {
namespace {

// What the coefficients weigh: the kernel's values, or the features themselves.
Reals regressors(const Call& call, const Reals& X) {
  const int64_t n_supports = call.integer("n_supports");
  if (n_supports < 0) throw InvalidInput("n_supports is {}", n_supports);
  return n_supports == 0 ? X : kernel_values(call, X, static_cast<size_t>(n_supports));
}

Values svm_regressor(const Call& call) {
  const Reals K = regressors(call, feature_rows(call.tensor("X")));
  const std::vector<double> coefficients = call.reals("coefficients");
  const std::vector<double> rho = call.reals("rho");
  const size_t count = K.shape()[1];
  if (coefficients.size() != count) {
    throw InvalidInput("there are {} coefficients where {} are needed", coefficients.size(), count);
  }
  if (rho.empty()) throw InvalidInput("rho is missing");
  const Reals scores = matmul(K, array_of(coefficients, {count, 1})) + rho[0];
  const PostTransform transform = post_transform(call);
  if (!call.flag("one_class")) return {Tensor::of(DType::float32, transformed(scores, transform))};
  if (transform != PostTransform::none) {
    throw Unspecified("it is not said whether post_transform comes before or after one_class");
  }
  const Reals sides = by_element(scores, [](double s) { return s > 0 ? 1.0 : -1.0; });
  return {Tensor::of(DType::float32, sides)};
}

const Operator op("SVMRegressor", svm_regressor, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
