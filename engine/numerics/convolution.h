// Convolution as a matrix product of weights and patches.
#pragma once

#include "engine/numerics/elements.h"
#include "engine/numerics/sums_of_products.h"
#include "engine/numerics/window.h"

namespace etalon {

// Σ_c Σ_k W[m, c, k] · X[n, c, o·strides + k·dilations − pads] for Y[n, m, o], where X is 0 in the
// padding. The M channels are divided into `group` parts; c runs over the corresponding part of C.
// Each part is the product of the matrices W [M/group, C/group·|k|] and X's patches
// [C/group·|k|, |o|].
SumsOfProducts convolution(const Tensor& X, const Tensor& W, const Window& window, size_t group);
// As above, with B[m] added unless B is null, rounded once to X's type. Throws InvalidInput unless
// B has the shape [M].
Tensor convolve(const Tensor& X, const Tensor& W, const Tensor* B, const Window& window,
                size_t group);
// As above without B, for values whose products and sums are exact.
Reals convolve(const Reals& X, const Reals& W, const Window& window, size_t group);

}  // namespace etalon
