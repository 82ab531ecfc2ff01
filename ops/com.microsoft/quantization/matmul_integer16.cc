// MatMulInteger16: Y[…, m, n] = Σ_k A[…, m, k] · B[…, k, n], NumPy's matmul, as int32 that wraps.
//   1
// Y may be int32 or uint32, and the text does not say which: onnxruntime 1.32.0 declares it int32,
// also of unsigned A and B, of which it has no kernel, and whose products int32 does not hold,
// though “the production MUST never overflow”.
#include "ops/ai.onnx/math/matrices.h"

namespace etalon {
namespace {

Values matmul_integer16(const Call& call) {
  const Matrices matrices = matrices_of(call.tensor("A"), call.tensor("B"));
  const Reader A(matrices.A), B(matrices.B);
  const size_t batch = A.dim(0), M = A.dim(1), K = A.dim(2), N = B.dim(2);
  const auto element = [&]<class R>(size_t i, size_t m, size_t n) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < K; ++k) sum.add(A.at<R>(i, m, k) * B.at<R>(i, k, n));
    return sum.result();
  };
  return {each_output<numbers>(DType::int32, {batch, M, N}, element).reshaped(matrices.product)};
}

const Operator op("MatMulInteger16", matmul_integer16, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
