// Comparison of integers with reals, exact for all 64-bit integers.
#pragma once

#include <cmath>
#include <compare>
#include <concepts>
#include <limits>

namespace etalon {

// a <=> b; unordered for NaN.
inline std::partial_ordering compared(double a, double b) { return a <=> b; }
template <std::integral T>
std::partial_ordering compared(T a, double b) {
  const double below = std::floor(b);
  const double beyond = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (std::isnan(b)) return std::partial_ordering::unordered;
  if (below < static_cast<double>(std::numeric_limits<T>::lowest())) {
    return std::partial_ordering::greater;
  }
  if (below >= beyond) return std::partial_ordering::less;
  const T whole = static_cast<T>(below);
  if (a != whole) return a <=> whole;
  return below < b ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

}  // namespace etalon
