// Gemm: Y[m, n] = alpha · Σ_k A'[m, k] · B'[k, n] + beta · C[m, n], where A' is A or, with transA,
// its transpose; so B'.
//   1, 6      C of Y's shape, or broadcast=1: C aligns with Y's last axes
//   7         C broadcasts to Y
//   9         integers, which wrap
//   11, 13    11: C may be left out; 13: bfloat16
#include "ops/ai.onnx/math/gemm.h"

namespace etalon {
namespace {

Tensor products(const Gemm& of) {
  const Reader A(of.transA ? transposed(of.A, {1, 0}) : of.A);
  const Reader B(of.transB ? transposed(of.B, {1, 0}) : of.B);
  const Reader C(of.C);
  const size_t M = A.dim(0), K = A.dim(1), N = B.dim(1);
  return each_output<numbers>(of.A.dtype(), {M, N}, [&]<class R>(size_t m, size_t n) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < K; ++k) sum.add(A.at<R>(m, k) * B.at<R>(k, n));
    return factor<R>(of.alpha) * sum.result() + factor<R>(of.beta) * C.at<R>(m, n);
  });
}

Values gemm(const Call& call) {
  const Gemm of(call);
  const bool alpha_is_whole = is_whole(of.alpha);
  if (is_integer(of.A.dtype()) && !(alpha_is_whole && is_whole(of.beta))) {
    return undefined(Values{Tensor::zeros(of.A.dtype(), of.C.shape())},
                     "{} is {}, not an integer, where A, B and C are integers",
                     alpha_is_whole ? "beta" : "alpha", alpha_is_whole ? of.beta : of.alpha);
  }
  return {products(of)};
}

const Operator op("Gemm", gemm, {1, 6, 7, 9, 11, 13});

}  // namespace
}  // namespace etalon
