// SVMRegressor: Y = post_transform(Σ_v coefficients[v] · K(X, support_vectors[v]) + rho); without
// support vectors (n_supports = 0), X · coefficients + rho.
//   1         one_class: 1 where the sum is positive, else -1. Where it is NaN is a further output,
//             for open/
#include "ops/ai.onnx.ml/svm/svm.h"

namespace etalon {
namespace {

size_t support_count(const Call& call) {
  const int64_t n_supports = call.integer("n_supports");
  if (n_supports < 0) throw InvalidInput("n_supports is {}", n_supports);
  return static_cast<size_t>(n_supports);
}

// The weights of the kernel's values, or of the features themselves, as a column.
Reals weights(const Call& call, size_t count) {
  const std::vector<double> coefficients = call.reals("coefficients");
  if (coefficients.size() != count) {
    throw InvalidInput("there are {} coefficients where {} are needed", coefficients.size(), count);
  }
  return array_of(coefficients, {count, 1});
}

Values svm_regressor(const Call& call) {
  const Tensor samples = feature_rows(call.tensor("X"));
  const size_t features = samples.dim(1);
  const size_t supports = support_count(call);
  const Kernel kernel = supports > 0 ? kernel_of(call, supports, features) : Kernel{};
  const Reals coefficients = weights(call, supports > 0 ? supports : features);
  const std::vector<double> rho = call.reals("rho");
  if (rho.empty()) throw InvalidInput("rho is missing");
  const PostTransform transform = post_transform(call);
  const bool one_class = call.flag("one_class");
  if (one_class && transform != PostTransform::none) {
    throw Unspecified("it is not said whether post_transform comes before or after one_class");
  }
  return by_samples(samples, DType::float32, [&]<class R>(const Tensor& rows) -> Values {
    const Array<R> X = elements_of<R>(rows);
    const Array<R> K = supports > 0 ? kernel_values(kernel, X) : X;
    const Array<R> s = matmul(K, carriers_of<R>(coefficients)) + R(rho[0]);
    if (!one_class) return {rounded(DType::float32, transformed(s, transform))};
    const Tensor sides = Tensor::decided(DType::float32, Reals({1, -1}));
    const Tensor Y =
        labels_of(sides, s.size(), [&](size_t n) -> size_t { return s(n, 0) > R(0) ? 0 : 1; });
    return {Y.reshaped(s.shape()), are_nan(s)};
  });
}

const Operator op("SVMRegressor", svm_regressor, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
