// FusedConv: Y = activation(B[m] + Σ_c Σ_k W[m, c, k] · X[n, c, o·strides + k·dilations − pads] +
// Z[n, m, o]), with X 0 in the padding, as Conv has it.
//   1
// The text has “an attribute activation”, and not which there are, nor what Z is. Measured of
// onnxruntime 1.32.0: Relu, Sigmoid, Tanh, LeakyRelu (alpha), Clip (min, max) and HardSigmoid
// (alpha, beta), with activation_params in this order; Z, of Y's shape, is added before.
#include "engine/formula.h"
#include "ops/com.microsoft/nn/fused_activation.h"

namespace etalon {
namespace {

Values fused_conv(const Call& call) {
  const Window window = convolution_window(call, call.tensor("X"), call.tensor("W"));
  const auto activation = FusedActivation::of_conv(call);
  const Reader X(by_channels(call.tensor("X"))), W(by_channels(call.tensor("W")));
  const Reader B(call.maybe("B")), Z(call.maybe("Z"));
  const size_t N = X.dim(0), M = W.dim(0), C = W.dim(1);  // C of one group
  const size_t M_of_group = M / size_t(call.integer("group"));
  const Shape shape = output_shape(N, M, window), flat{N, M, split_at(shape, 2).after};
  if (B) require_bias(call.tensor("B"), M);
  if (Z) require_shape("Z", call.tensor("Z"), shape);
  const auto element = [&]<class R>(size_t n, size_t m, size_t o) -> R {
    Sum<R> sum;
    if (B) sum.add(B.at<R>(m));
    for (const auto& [k, at] : kernel_reads(window, o)) {
      for (size_t c = 0; c < C; ++c) {
        sum.add(W.at<R>(m, c, k) * X.at_or_zero<R>(n, m / M_of_group * C + c, at));
      }
    }
    if (Z) sum.add(Z.at<R>(position_of({n, m, o}, flat)));
    return activation(sum.result());
  };
  return {each_output(call.tensor("X").dtype(), flat, element).reshaped(shape)};
}

const Operator op("FusedConv", fused_conv, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
