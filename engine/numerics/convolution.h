// Convolution as a matrix product of weights and patches.
#pragma once

#include "engine/numerics/elements.h"
#include "engine/numerics/sums_of_products.h"
#include "engine/numerics/window.h"

namespace etalon {

// The window of a convolution of X [N, C, D…] by W [M, C/group, k…]. Attribute kernel_shape, if
// given, is k. Throws InvalidInput if shapes and attributes do not fit.
Window convolution_window(const Call& call, const Tensor& X, const Tensor& W);

// Σ_c Σ_k W[m, c, k] · X[n, c, o·strides + k·dilations − pads] for Y[n, m, o], where X is 0 in the
// padding. The M channels are divided into `group` parts; c runs over the corresponding part of C.
// Each part is the product of the matrices W [M/group, C/group·|k|] and X's patches
// [C/group·|k|, |o|].
SumsOfProducts convolution(const Tensor& X, const Tensor& W, const Window& window, size_t group);
// The same, with B[m] added unless B is null, rounded once to X's type. Throws InvalidInput unless
// B has the shape [M].
Tensor convolve(const Tensor& X, const Tensor& W, const Tensor* B, const Window& window,
                size_t group);
// The same without B, for values whose products and sums are exact.
Reals convolve(const Reals& X, const Reals& W, const Window& window, size_t group);

// X [N, C, D…] with its spatial axes as one: [N, C, positions].
Tensor by_channels(const Tensor& X);
// Throws InvalidInput unless a bias has the shape [channels].
void require_bias(const Tensor& B, size_t channels);
// A bias [channels] as doubles; zeros if B is null. Throws InvalidInput for another shape.
Reals channel_values(const Tensor* B, size_t channels);
// An array of the shape [N, M, …] with B[m] in all of channel m, or 0 if B is null. Throws
// InvalidInput unless B has the shape [M].
Reals filled_by_channel(const Shape& shape, const Tensor* B);

// `values` reshaped to broadcast to `shape`: one value for each entry along `axis`, or one value
// for all. Throws InvalidInput for any other number of values.
Tensor along(const Tensor& values, const Shape& shape, size_t axis);

}  // namespace etalon
