// MatMulInteger16: Y[…, m, n] = Σ_k A[…, m, k] · B[…, k, n], NumPy's matmul, as uint32 where A and
// B are unsigned, else as int32; sums wrap.
//   1
// “T3 must be tensor(uint32) when both T1 and T2 are tensor(uint16),or must be tensor(int32) when
// either T1 or T2 is tensor(int16).” onnxruntime 1.32.0 declares it int32 also of unsigned A and B,
// of which it has no kernel.
#include "ops/ai.onnx/math/matrices.h"

namespace etalon {
namespace {

Values matmul_integer16(const Call& call) {
  const Tensor &left = call.tensor("A"), &right = call.tensor("B");
  const bool is_unsigned = left.dtype() == DType::uint16 && right.dtype() == DType::uint16;
  const DType T3 = is_unsigned ? DType::uint32 : DType::int32;
  const Matrices matrices = matrices_of(left, right);
  const Reader A(matrices.A), B(matrices.B);
  const size_t batch = A.dim(0), M = A.dim(1), K = A.dim(2), N = B.dim(2);
  const auto element = [&]<class R>(size_t i, size_t m, size_t n) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < K; ++k) sum.add(A.at<R>(i, m, k) * B.at<R>(i, k, n));
    return sum.result();
  };
  return {each_output<numbers>(T3, {batch, M, N}, element).reshaped(matrices.product)};
}

const Operator op("MatMulInteger16", matmul_integer16, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
