// Convolutions of 3×3 kernels by Winograd's F(2, 3), F(4, 3) and F(6, 3), which libraries use
// unasked where strides and dilations are 1: what these are off by, more than sums of products are.
//
// Sources: A. Lavin and S. Gray, "Fast algorithms for convolutional neural networks", 2016;
// B. Barabasz, A. Anderson, K. Soodhalter and D. Gregg, "Error analysis and improving the accuracy
// of Winograd convolution for deep neural networks", 2020.
#pragma once

#include <array>

#include "engine/numerics/convolution.h"

namespace etalon {

// F(outputs, 3): Y = AT · [(G · g · GT) ⊙ (BT · d · B)] · A for a tile of `outputs` × `outputs`
// results, of the kernel g and the patch d.
struct Winograd {
  size_t outputs;
  std::array<std::array<double, 8>, 8> BT;
  std::array<std::array<double, 3>, 8> G;
  std::array<std::array<double, 8>, 6> AT;
  size_t inputs() const { return outputs + 2; }
};
extern const std::array<Winograd, 3> winograds;

bool is_winograd(const Window& window);
// What the evaluation in force (MonteCarlo) is off by, of Y's shape; nothing where it does not
// compute this convolution so. Infinity where a step exceeds the type.
std::optional<Reals> winograd_sample(const Tensor& X, const Tensor& W, const Window& window,
                                     size_t group);
// At most how great the steps on the way to each element of Y are, of Y's shape: where one exceeds
// the type, the element is infinite or NaN.
Reals winograd_steps(const Tensor& X, const Tensor& W, const Window& window, size_t group);
// How far a finite element of a runtime may be off by the rounding in force, of Y's shape.
Reals winograd_bound(const Tensor& X, const Tensor& W, const Window& window, size_t group);

}  // namespace etalon
