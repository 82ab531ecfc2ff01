#include "ops/com.microsoft/nn/moe.h"

namespace etalon {
namespace {

using Activation = Experts::Activation;

// X [batch_size, sequence_length, hidden_size], or packed, as [tokens, hidden_size].
Tensor as_tokens(const Tensor& X) {
  if (X.rank() != 2) require_rank("input", X, 3);
  const size_t hidden_size = X.dim(X.rank() - 1);
  return X.reshaped({split_at(X.shape(), X.rank() - 1).before, hidden_size});
}

Activation activation_of(const Call& call) {
  return call.choice<Activation>("activation_type", {{"identity", Activation::identity},
                                                     {"relu", Activation::relu},
                                                     {"relu2", Activation::relu2},
                                                     {"gelu", Activation::gelu},
                                                     {"silu", Activation::silu},
                                                     {"swiglu", Activation::swiglu},
                                                     {"geglu", Activation::geglu}});
}

}  // namespace

Experts experts_of_moe(const Call& call) {
  ExpertWeights weights{call.tensor("fc1_experts_weights"), call.tensor("fc2_experts_weights"), {}};
  if (const Tensor* fc3 = call.maybe("fc3_experts_weights")) weights.fc3 = *fc3;
  return {call, weights};
}

Experts::Experts(const Call& call, const ExpertWeights& weights)
    : input(as_tokens(call.tensor("input"))),
      tokens(input.dim(0)),
      hidden_size(input.dim(1)),
      x(input),
      router(call.tensor("router_probs")),
      W1(weights.fc1),
      b1(call.maybe("fc1_experts_bias")),
      W2(weights.fc2),
      b2(call.maybe("fc2_experts_bias")),
      W3(weights.fc3 ? &*weights.fc3 : nullptr),
      b3(call.maybe("fc3_experts_bias")),
      activation(activation_of(call)),
      fusion(call.integer("swiglu_fusion")),
      alpha(call.real("activation_alpha")),
      beta(call.real("activation_beta")),
      limit_after_activation(call.flag("swiglu_limit_after_activation")),
      normalize(call.flag("normalize_routing_weights")) {
  if (call.has("swiglu_limit")) limit = call.real("swiglu_limit");
  if (call.flag("use_sparse_mixer"))
    throw Unspecified("the text does not say what a sparse mixer is");
  if (fusion < 0 || fusion > 2) throw InvalidInput("swiglu_fusion is {}, not 0, 1 or 2", fusion);
  if (limit_after_activation && activation != Activation::swiglu) {
    throw InvalidInput("swiglu_limit_after_activation requires the activation_type swiglu");
  }
  require_rank("fc2_experts_weights", weights.fc2, 3);
  num_experts = W2.dim(0);
  inter_size = W2.dim(2);
  require_shapes(call, weights);
  const int64_t wanted = call.integer("k");
  if (wanted < 1 || wanted > int64_t(num_experts)) {
    throw InvalidInput("k is {}, outside [1, {}]", wanted, num_experts);
  }
  k = size_t(wanted);
}

void Experts::require_shapes(const Call& call, const ExpertWeights& weights) const {
  const bool apart = is_gated() && fusion == 0;
  if (activation == Activation::geglu && (apart || W3 || b3)) {
    throw InvalidInput("geglu requires swiglu_fusion 1 or 2, and no FC3 inputs");
  }
  if (apart && !W3) throw InvalidInput("swiglu without fusion needs fc3_experts_weights");
  if (!apart && W3)
    throw Unspecified("fc3_experts_weights has a meaning only for swiglu without fusion");
  const size_t rows = is_gated() && !apart ? 2 * inter_size : inter_size;
  const auto require = [&](const char* name, const Shape& shape) {
    if (const Tensor* X = call.maybe(name)) require_shape(name, *X, shape);
  };
  require("router_probs", {tokens, num_experts});
  require_shape("fc1_experts_weights", weights.fc1, {num_experts, rows, hidden_size});
  require("fc1_experts_bias", {num_experts, rows});
  require_shape("fc2_experts_weights", weights.fc2, {num_experts, hidden_size, inter_size});
  require("fc2_experts_bias", {num_experts, hidden_size});
  if (weights.fc3) {
    require_shape("fc3_experts_weights", *weights.fc3, {num_experts, inter_size, hidden_size});
  }
  require("fc3_experts_bias", {num_experts, inter_size});
}

std::vector<size_t> Experts::chosen(size_t token) const {
  std::vector<size_t> experts(num_experts);
  std::iota(experts.begin(), experts.end(), size_t{0});
  const auto rank = [&](size_t expert) {  // NaN is in no order: it comes last
    const double p = router.at<double>(token, expert);
    return std::tuple(!std::isnan(p), std::isnan(p) ? 0 : p, expert);
  };
  const auto before = [&](size_t a, size_t b) { return rank(a) > rank(b); };
  std::sort(experts.begin(), experts.end(), before);
  experts.resize(k);
  return experts;
}

}  // namespace etalon
