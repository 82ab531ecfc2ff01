// The turn of RotaryEmbedding, for operators that have it as a step.
#pragma once

#include "engine/formula.h"

namespace etalon {

// input [batch, sequence, heads, head_size] with the first `turning` elements of each head turned
// by cos and sin [batch, sequence, turning / 2]: pairs are (i, i + half), or (2i, 2i + 1) if
// interleaved.
Tensor turned(const Tensor& input, const Tensor& cos, const Tensor& sin, size_t turning,
              bool interleaved);

}  // namespace etalon
