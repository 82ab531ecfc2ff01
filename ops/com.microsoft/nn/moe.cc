// MoE: output[t] = Σ_e w_e · (fc2_bias[e] + fc2_weights[e] · activation(fc1_bias[e] +
// fc1_weights[e] · input[t])) over the k experts e of token t with the greatest router_probs, where
// w_e is the softmax of router_probs over all experts, with normalize_routing_weights divided by
// the sum of the chosen ones.
//   swiglu    activation is G · sigmoid(activation_alpha · G) · (L + activation_beta) with G =
//             min(g, swiglu_limit) and L = l within ±swiglu_limit; g and l are the even and odd
//             rows of FC1 (swiglu_fusion 1), its halves (2), or FC1 and FC3 (0)
//   geglu     gelu(g) · l
//   1
// The text describes inputs, attributes, swiglu and geglu. That router_probs are logits, that of
// equals the last expert is chosen, and that gelu is its approximation by tanh is measured of
// onnxruntime 1.32.0, whose kernel has no FC3, geglu, relu2 and swiglu_fusion 2.
#include "ops/com.microsoft/nn/moe.h"

namespace etalon {
namespace {

Values moe(const Call& call) {
  const Experts of = experts_of_moe(call);
  const Tensor& input = call.tensor("input");
  return {
      evaluated(input.dtype(), [&]<class R>() { return of.mixture<R>(); }).reshaped(input.shape())};
}

const Operator op("MoE", moe, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
