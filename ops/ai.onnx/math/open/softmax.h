// Which steps of a softmax may leave their type.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// The greatest step to each set's softmax as it is written: Σ exp(x), by which is divided, may be
// too great, or too near to 0.
inline Reals softmax_steps(const Reals& x, const std::vector<size_t>& axes) {
  const Reals sum = sum_over(Reals(xt::exp(x)), axes);
  return xt::maximum(sum, 1 / sum);
}

}  // namespace etalon
