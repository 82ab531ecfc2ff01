// CausalConvWithState: the input with its past.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// past_state, by default zeros, before input: [N, C, |k| − 1 + T]. Throws InvalidInput for shapes
// that do not fit.
inline Tensor padded_input(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Tensor& weight = call.tensor("weight");
  if (input.rank() != 3 || weight.rank() != 3 || weight.dim(0) != input.dim(1) ||
      weight.dim(1) != 1 || weight.dim(2) == 0) {
    throw InvalidInput("the weight's shape {} is not [channels, 1, k] for the input's {}",
                       to_string(weight.shape()), to_string(input.shape()));
  }
  const Shape state{input.dim(0), input.dim(1), weight.dim(2) - 1};
  const Tensor* given = call.maybe("past_state");
  const Tensor past_state = given ? *given : Tensor::zeros(input.dtype(), state);
  require_shape("past_state", past_state, state);
  return concat({past_state, input}, 2);
}

// Attribute activation: true for silu and swish, false for none.
inline bool is_silu(const Call& call) {
  return call.choice<bool>("activation", {{"none", false}, {"silu", true}, {"swish", true}});
}

}  // namespace etalon
