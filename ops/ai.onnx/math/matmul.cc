// MatMul: Y[…, m, n] = Σ_k A[…, m, k] · B[…, k, n], NumPy's matmul: rank-1 operands are vectors,
// leading axes broadcast.
//   1, 9, 13  9: integers, which wrap; 13: bfloat16
#include "ops/ai.onnx/math/matrices.h"

namespace etalon {
namespace {

Values matmul(const Call& call) {
  const Matrices matrices = matrices_of(call.tensor("A"), call.tensor("B"));
  const Reader A(matrices.A), B(matrices.B);
  const size_t batch = A.dim(0), M = A.dim(1), K = A.dim(2), N = B.dim(2);
  const auto element = [&]<class R>(size_t i, size_t m, size_t n) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < K; ++k) sum.add(A.at<R>(i, m, k) * B.at<R>(i, k, n));
    return sum.result();
  };
  const Tensor Y = each_output<numbers>(call.tensor("A").dtype(), {batch, M, N}, element);
  return {Y.reshaped(matrices.product)};
}

const Operator op("MatMul", matmul, {1, 9, 13});

}  // namespace
}  // namespace etalon
