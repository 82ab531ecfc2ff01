// Sums in double with a bound of their errors: cheap, and enough to decide nearly every digit.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>

#include "engine/numerics/carriers.h"

namespace etalon {

// Σ f(x[i]), added in parts that vectors hold, each of which begins with a zero of this sign.
template <class F>
double sum_in_parts(const double* x, size_t count, double zero, F f) {
  constexpr size_t parts = 8;
  double sums[parts];
  std::fill_n(sums, parts, zero);
  size_t i = 0;
  for (; i + parts <= count; i += parts) {
    for (size_t part = 0; part < parts; ++part) sums[part] += f(x[i + part]);
  }
  for (; i < count; ++i) sums[0] += f(x[i]);
  return std::accumulate(sums + 1, sums + parts, sums[0]);
}

// Puts the terms of a sum in the place of the elements that they come from.
using Terms = std::function<void(double* values, size_t count)>;

// Balls that contain Σ terms over these axes, which are kept with size 1, for the elements of a
// float tensor of at most 32 bits and terms that are exact in double. A sum is −0 if all terms are
// −0, and 0 of none. Quicker than sum_over; but the radius is relative to Σ|terms|.
Array<Ball> quick_sums(const Tensor& X, const std::vector<size_t>& axes, const Terms& terms);

}  // namespace etalon
