// What is open of values that are standardized: (x − mean) / √(variance + epsilon).
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {

// The greatest step for each element of x: Σ x², from which function bodies subtract the square of
// the mean, or Σ |x|.
inline Reals largest_steps(const Reals& x, const std::vector<size_t>& axes) {
  const Reals squares = sum_over(Reals(x * x), axes);
  const Reals sums = sum_over(Reals(xt::abs(x)), axes);
  return broadcast_array(Reals(xt::maximum(squares, sums)), x.shape());
}

// Y, x standardized over the axes with steps of the type `stash`: overflow, and with epsilon 0 a
// constant set.
inline Tensor open_standardized(const Tensor& Y, const Tensor& x, const std::vector<size_t>& axes,
                                double epsilon, DType stash) {
  const Tensor open = divisor_or_exact(
      Y, "overflow", [&] { return beyond(stash, largest_steps(x.as<double>(), axes)); });
  return no_result(open, "zero_divisor",
                   [&] { return Bools(nans(Y) && full(Y.shape(), epsilon == 0)); });
}

}  // namespace etalon
