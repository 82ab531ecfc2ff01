// Attention's operands: heads, and what masks make of the scores.
#pragma once

#include "ops/ai.onnx/nn/heads.h"

namespace etalon {

// An input [batch, heads, sequence, size], or packed as [batch, sequence, heads · size].
Tensor by_heads(const Call& call, std::string_view input, std::string_view num_heads);
// The inverse of packing.
Tensor heads_joined(const Tensor& Y);

// Q, K and V by heads; K and V are the past, if any, followed by what is new.
struct Heads {
  Tensor Q, K, V;
  size_t past_sequence_length = 0;
};
// Throws InvalidInput for inputs that do not fit.
Heads heads_of(const Call& call);

// attn_mask as a bias of the scores, of a shape that broadcasts to theirs: -inf where a bool is
// False, and beyond its end; 0 without one.
Reals mask_bias(const Call& call, const Shape& scores);
// What is added to the scores, of their shape [batch, q_heads, queries, keys]: attn_mask (where
// bool: False is -inf, True 0), and -inf for every key that a query does not see.
Reals score_bias(const Call& call, const Heads& of);

// Attribute qk_matmul_output_mode. Throws InvalidInput outside [0, 3].
int64_t qk_matmul_output_mode(const Call& call);

}  // namespace etalon
