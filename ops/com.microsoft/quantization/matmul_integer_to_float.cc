// MatMulIntegerToFloat: Y[…, m, n] = b_scale[n] · Σ_k (A[…, m, k] − a_zero_point[k]) · a_scale[k] ·
// (B[…, k, n] − b_zero_point[n]) + bias[n]. Scales and zero points are one value each, or one for
// each column of A or of B; zero points are 0 where they are left out.
//   1
// The text has no formula, but which shapes there are. onnxruntime 1.32.0 takes one value alone for
// a_scale and a_zero_point, and scales and zero points of shape […, 1, N] for B.
#include "ops/ai.onnx/math/matrices.h"
#include "ops/com.microsoft/dynamic.h"

namespace etalon {
namespace {

Values matmul_integer_to_float(const Call& call) {
  const size_t K = columns_of(call.tensor("A")), N = columns_of(call.tensor("B"));
  const auto centred_by = [&](const char* X, const char* zero_point, size_t columns) {
    if (!call.maybe(zero_point)) return centred(call.tensor(X), nullptr);
    const Tensor zero = by_column(call, zero_point, columns);
    return centred(call.tensor(X), &zero);
  };
  const Matrices matrices =
      matrices_of(centred_by("A", "a_zero_point", K), centred_by("B", "b_zero_point", N));
  const Reader A(matrices.A), B(matrices.B);
  const Shape shape{A.dim(0), A.dim(1), B.dim(2)};
  const Reader a_scale(broadcast_to(by_column(call, "a_scale", K), {A.dim(2)}));
  const Tensor of_B = broadcast_to(by_column(call, "b_scale", N), matrices.product);
  const Tensor added = broadcast_to(bias_of(call), matrices.product);
  const Reader b_scale(of_B.reshaped(shape)), bias(added.reshaped(shape));
  const auto element = [&]<class R>(size_t i, size_t m, size_t n) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < A.dim(2); ++k) {
      sum.add(A.at<R>(i, m, k) * a_scale.at<R>(k) * B.at<R>(i, k, n));
    }
    return b_scale.at<R>(i, m, n) * sum.result() + bias.at<R>(i, m, n);
  };
  const DType type = call.tensor("a_scale").dtype();
  return {each_output(type, shape, element).reshaped(matrices.product)};
}

const Operator op("MatMulIntegerToFloat", matmul_integer_to_float, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
