// What Attention and FlexAttention share: products head by head, and the softmax of the scores.
#pragma once

#include "engine/operators/operator.h"

namespace etalon {

// a [batch, q_heads, rows, n] · b [batch, kv_heads, n, columns], head by head. Each head of b
// serves the q_heads / kv_heads neighbouring heads of a: head h of a meets head
// floor(h / (q_heads / kv_heads)) of b. `compensated` as in matmul.
// Throws InvalidInput when ranks, batches, heads or n do not fit.
Reals multiply_heads(const Reals& a, const Reals& b, bool compensated);

// scale · Q Kᵀ, head by head; the scale is 1 / √head_size unless the attribute gives it.
Reals scaled_scores(const Call& call, const Tensor& Q, const Tensor& K);

// exp(x) / Σ exp(x) along the last axis.
Reals softmax_of_rows(const Reals& x);

// The type that attribute softmax_precision names. Throws InvalidInput for one that it cannot be.
DType softmax_precision(const Call& call, DType otherwise);

}  // namespace etalon
