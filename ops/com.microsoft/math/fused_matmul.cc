// FusedMatMul: Y[…, m, n] = alpha · Σ_k A'[…, m, k] · B'[…, k, n], NumPy's matmul, where A' is A
// with its first axis moved behind the batch axes (transBatchA), and then with its last two axes
// exchanged (transA); so B'.
//   1
// Of a vector nothing is exchanged: measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/math/fused_matmul.h"

namespace etalon {

Values fused_matmul(const Call& call) {
  const Matrices matrices = fused_matrices(call);
  const Reader A(matrices.A), B(matrices.B);
  const size_t batch = A.dim(0), M = A.dim(1), K = A.dim(2), N = B.dim(2);
  const double alpha = call.real("alpha");
  const auto element = [&]<class R>(size_t i, size_t m, size_t n) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < K; ++k) sum.add(A.at<R>(i, m, k) * B.at<R>(i, k, n));
    return alpha * sum.result();
  };
  const Tensor Y = each_output(call.tensor("A").dtype(), {batch, M, N}, element);
  return {Y.reshaped(matrices.product)};
}

namespace {

const Operator op("FusedMatMul", fused_matmul, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
