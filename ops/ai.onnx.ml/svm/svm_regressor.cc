// SVMRegressor: Y = post_transform(Σ_v coefficients[v] · K(X, support_vectors[v]) + rho); without
// support vectors (n_supports = 0), X · coefficients + rho.
//   1         one_class: 1 where the sum is positive, else -1. Where it is NaN is a further output,
//             for open/
#include "ops/ai.onnx.ml/svm/svm_regressor.h"

namespace etalon {
namespace {

Values svm_regressor(const Call& call) {
  const Tensor samples = feature_rows(call.tensor("X"));
  const SvmRegression of(call, samples.dim(1));
  return by_samples(samples, DType::float32, [&]<class R>(const Tensor& rows) -> Values {
    const Array<R> X = elements_of<R>(rows);
    const Array<R> K = of.has_supports ? kernel_values(of.kernel, X) : X;
    const Array<R> sum = matmul(K, carriers_of<R>(of.coefficients)) + R(of.rho);
    if (!of.one_class) return {rounded(DType::float32, transformed(sum, of.transform))};
    const Tensor sides = Tensor::decided(DType::float32, Reals({1, -1}));
    const auto side = [&](size_t n) -> size_t { return sum(n, 0) > R(0) ? 0 : 1; };
    return {labels_of(sides, sum.size(), side).reshaped(sum.shape()), are_nan(sum)};
  });
}

const Operator op("SVMRegressor", svm_regressor, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
