// Conv as a matrix product of weights and patches, whose digits are decided sum by sum; where
// bounds are wanted, with the bounds of such sums.
#pragma once

#include "engine/numerics/convolution.h"
#include "engine/operators/rooms.h"

namespace etalon {

inline std::optional<Values> convolved(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Window window = convolution_window(call, X, W);
  return Values{convolve(X, W, call.maybe("B"), window, size_t(call.integer("group")))};
}

}  // namespace etalon
