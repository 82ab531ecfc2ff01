// FusedGemm: Y[m, n] = activation(alpha · Σ_k A'[m, k] · B'[k, n] + beta · C[m, n]), as Gemm has
// it: A' is A or, with transA, its transpose; so B'; C broadcasts to Y.
//   1
// The text is “the same as Gemm besides it includes attributes activation and leaky_relu_alpha”.
// Which activations there are, and which parameters they have, is measured of onnxruntime 1.32.0:
// Relu, Sigmoid, Tanh, Softplus, Softsign; with activation_alpha LeakyRelu, Elu, Celu and
// ThresholdedRelu; with activation_beta, too, HardSigmoid, ScaledTanh (alpha · tanh(beta · x)) and
// ParametricSoftplus (alpha · ln(1 + exp(beta · x))); with alpha and activation_gamma Selu. It
// wants one of these; without one the activation is here the identity.
#include "ops/com.microsoft/math/fused_gemm.h"

#include "engine/formula.h"

namespace etalon {
namespace {

Values fused_gemm(const Call& call) {
  const Gemm of = gemm_of_floats(call);
  const auto activation = FusedActivation::of_gemm(call);
  const Reader A(of.transA ? transposed(of.A, {1, 0}) : of.A);
  const Reader B(of.transB ? transposed(of.B, {1, 0}) : of.B);
  const Reader C(of.C);
  const size_t M = A.dim(0), K = A.dim(1), N = B.dim(1);
  return {each_output(of.A.dtype(), {M, N}, [&]<class R>(size_t m, size_t n) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < K; ++k) sum.add(A.at<R>(m, k) * B.at<R>(k, n));
    return activation(R(of.alpha * sum.result() + of.beta * C.at<R>(m, n)));
  })};
}

const Operator op("FusedGemm", fused_gemm, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
