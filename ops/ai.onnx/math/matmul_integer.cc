// MatMulInteger: Y[…, m, n] = Σ_k (A[…, m, k] − a_zero_point) · (B[…, k, n] − b_zero_point),
// NumPy's matmul, in 32 bits that wrap. A zero point is one value, one for each row of A or column
// of B, or shaped as [..., M, 1] or [..., 1, N].
//   10
#include "ops/ai.onnx/math/matrices.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

Values matmul_integer(const Call& call) {
  const Tensor* a_zero_point = call.maybe("a_zero_point");
  const Tensor* b_zero_point = call.maybe("b_zero_point");
  const Matrices matrices = matrices_of(
      a_zero_point ? difference(call.tensor("A"), by_row(*a_zero_point)) : call.tensor("A"),
      b_zero_point ? difference(call.tensor("B"), by_column(*b_zero_point)) : call.tensor("B"));
  const Reader A(matrices.A), B(matrices.B);
  const size_t batch = A.dim(0), M = A.dim(1), K = A.dim(2), N = B.dim(2);
  const auto element = [&]<class R>(size_t i, size_t m, size_t n) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < K; ++k) sum.add(A.at<R>(i, m, k) * B.at<R>(i, k, n));
    return sum.result();
  };
  const Tensor Y = each_output<numbers>(DType::int32, {batch, M, N}, element);
  return {Y.reshaped(matrices.product)};
}

const Operator op("MatMulInteger", matmul_integer, {10});

}  // namespace
}  // namespace etalon
