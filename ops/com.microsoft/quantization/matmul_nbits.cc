// MatMulNBits: Y[…, n] = bias[n] + Σ_k A[…, k] · (q[n, k] − zero_points[n, b]) · scales[n, b],
// where q[n, k] are `bits` bits of B, the lowest bits of a byte first, and b = ⌊k / block_size⌋, or
// g_idx[k]. Without zero_points they are 2^(bits − 1); uint8s are packed as B is. A B without
// elements omits the sum.
//   1
// g_idx is “deprecated” and not described: what it does is measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/matmul_nbits.h"

namespace etalon {
namespace {

Values matmul_nbits(const Call& call) {
  const BlockWeights B(call);
  const Rows of(call, B);
  const Reader A(of.A), q(B.q), zero_point(B.zero_point), scale(B.scale), bias(call.maybe("bias"));
  const size_t rows = A.dim(0), N = q.dim(0), K = q.dim(1);
  const auto element = [&]<class R>(size_t i, size_t n) -> R {
    Sum<R> sum;
    if (bias) sum.add(bias.at<R>(n));
    for (size_t k = 0; k < K; ++k) {
      const R weight = (q.at<R>(n, k) - zero_point.at<R>(n, k)) * scale.at<R>(n, k);
      sum.add(A.at<R>(i, k) * weight);
    }
    return sum.result();
  };
  return {each_output(call.tensor("A").dtype(), {rows, N}, element).reshaped(of.product)};
}

const Operator op("MatMulNBits", matmul_nbits, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
