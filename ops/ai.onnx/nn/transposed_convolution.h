// Transposed convolutions by products of matrices, once the window is known.
#pragma once

#include <optional>

#include "ops/ai.onnx/nn/transposed_window.h"

namespace etalon {

// Y[n, m, i·strides + k·dilations − pads] = B[m] + Σ X[n, c, i] · W[c, m, k], each product added
// wherever it lands within Y, rounded once; or its bounds or samples, where these are wanted. B may
// be null; the channels of X and Y fall into `group` parts. Nothing for weights that are not
// finite.
std::optional<Tensor> transposed_convolution(const Tensor& X, const Tensor& W, const Tensor* B,
                                             const Window& window, size_t group);

}  // namespace etalon
