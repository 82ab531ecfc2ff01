// CausalConvWithState: output[n, c, t] = activation(bias[c] + Σ_k weight[c, 0, k] · padded[n, c,
// t + k]), where padded is past_state (default: zeros) before input; present_state = the last
// |k| − 1 of padded. activation: none, or x / (1 + exp(−x)) for silu and swish.
//   27
#include "ops/ai.onnx/nn/causal_conv_with_state.h"
#include "engine/formula.h"

namespace etalon {
namespace {

Values causal_conv_with_state(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor all = padded_input(call);
  const bool silu = is_silu(call);
  const Reader padded(all), weight(call.tensor("weight")), bias(call.maybe("bias"));
  if (bias) require_bias(call.tensor("bias"), input.dim(1));
  const size_t kernel = weight.dim(2);
  const auto element = [&]<class R>(size_t n, size_t c, size_t t) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < kernel; ++k) {
      sum.add(weight.at<R>(c, 0, k) * padded.at<R>(n, c, t + k));
    }
    const R x = sum.result() + (bias ? bias.at<R>(c) : R(0));
    return silu ? x / (1 + real::exp(-x)) : x;
  };
  const Tensor output = each_output(input.dtype(), input.shape(), element);
  return {output, slice(all, 2, input.dim(2), all.dim(2))};
}

const Operator op("CausalConvWithState", causal_conv_with_state, {27});

}  // namespace
}  // namespace etalon
