// What a softmax leaves open: steps that may leave their type, and elements beside +∞.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {

inline Reals sum_of_exponentials(const Reals& x, const std::vector<size_t>& axes) {
  return sum_over(Reals(xt::exp(x)), axes);
}

// The greatest step to each set's softmax as it is written: Σ exp(x), by which is divided, may be
// too great, or too near to 0.
inline Reals softmax_steps(const Reals& x, const std::vector<size_t>& axes) {
  const Reals sum = sum_of_exponentials(x, axes);
  return xt::maximum(sum, 1 / sum);
}

// Which elements are less than another of their set that is +∞.
inline Bools beside_infinity(const Reals& x, const std::vector<size_t>& axes) {
  const Reals greatest = broadcast_array(max_over(x, axes), x.shape());
  return xt::equal(greatest, infinity) && x < infinity;
}
// There, the formula divides by ∞; less the maximum, ∞ − ∞ is NaN throughout.
inline Tensor formula_or_nan(const Tensor& Y, const Where& where) {
  return choice(Y, "inf", where, "formula",
                {{"nan", [&] { return scalar(Y.dtype(), std::nan("")); }}});
}

}  // namespace etalon
