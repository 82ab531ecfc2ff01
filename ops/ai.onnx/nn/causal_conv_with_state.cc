// CausalConvWithState: output[n, c, t] = activation(bias[c] + Σ_k weight[c, 0, k] · padded[n, c,
// t + k]), where padded is past_state (default: zeros) before input; present_state = the last
// |k| − 1 of padded. activation: none, or x / (1 + exp(−x)) for silu and swish.
//   27
#include "engine/numerics/convolution.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void check_shapes(const Tensor& input, const Tensor& weight) {
  if (input.rank() != 3 || weight.rank() != 3 || weight.dim(0) != input.dim(1) ||
      weight.dim(1) != 1 || weight.dim(2) == 0) {
    throw InvalidInput("the weight's shape {} is not [channels, 1, k] for the input's {}",
                       to_string(weight.shape()), to_string(input.shape()));
  }
}

Values causal_conv_with_state(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor& weight = call.tensor("weight");
  check_shapes(input, weight);
  const size_t k = weight.dim(2);
  const Shape state{input.dim(0), input.dim(1), k - 1};
  const Tensor* given = call.maybe("past_state");
  const Tensor past_state = given ? *given : Tensor::zeros(input.dtype(), state);
  require_shape("past_state", past_state, state);
  const Tensor padded = concat({past_state, input}, 2);
  const Window window{
      {.input = int64_t(padded.dim(2)), .kernel = int64_t(k), .output = int64_t(input.dim(2))}};
  const bool silu =
      call.choice<bool>("activation", {{"none", false}, {"silu", true}, {"swish", true}});
  const Reals bias = channel_values(call.maybe("bias"), input.dim(1));
  const size_t length = input.dim(2);
  const auto of = [&](const std::vector<Tensor>& x) {
    return convolution(x[0], x[1], window, input.dim(1)).rounded_by_row([&](size_t first) {
      const double b = bias.data()[first / length % bias.size()];
      return [b, silu]<class R>(const R& sum, size_t) -> R {
        const R y = sum + b;
        return silu ? y / (1 + real::exp(-y)) : y;
      };
    });
  };
  const Tensor output = open_sums(of({padded, weight}), {padded, weight}, of);
  const Tensor present_state = slice(padded, 2, padded.dim(2) - (k - 1), padded.dim(2));
  return {output, present_state};
}

const Operator op("CausalConvWithState", causal_conv_with_state, {27});

}  // namespace
}  // namespace etalon
