// The sums of transposed convolutions in balls of doubles, from products of matrices.
#pragma once

#include "engine/numerics/carriers.h"
#include "engine/numerics/window.h"

namespace etalon {

// Balls that contain the elements of transposed_convolution() of floats of at most 32 bits: [N,
// group · M, |Y|].
Array<Ball> transposed_sums(const Tensor& X, const Tensor& W, const Tensor* B, const Window& window,
                            size_t group);

}  // namespace etalon
