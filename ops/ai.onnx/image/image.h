// What Resize, Upsample and GridSample share: interpolation as weighted sums of elements.
#pragma once

#include "engine/numerics/cast.h"
#include "engine/numerics/numerics.h"

namespace etalon {

enum class Interpolation { nearest, linear, cubic };

// An element's position and its share in a weighted sum.
struct Tap {
  int64_t at;
  double weight;
};
using Taps = std::vector<Tap, BudgetAllocator<Tap>>;

// 1 - |t| within distance 1.
inline double linear_kernel(double t) { return std::max(0.0, 1 - std::abs(t)); }

// Keys, Cubic convolution interpolation for digital image processing (1981), equation (4). It is 0
// at all whole numbers but 0.
inline double cubic_kernel(double t, double a) {
  t = std::abs(t);
  if (t >= 2 || t == std::floor(t)) return t == 0;
  if (t < 1) return ((a + 2) * t - (a + 3)) * t * t + 1;
  return ((a * t - 5 * a) * t + 8 * a) * t - 4 * a;
}

// Calls f.operator()<T>() with the carrier in which elements of a type are averaged: double, or a
// complex of it. Throws InvalidInput for strings.
template <class F>
decltype(auto) averaged(DType type, F&& f) {
  if (type == DType::string) throw InvalidInput("strings have no weighted average");
  if (is_complex(type)) return f.template operator()<std::complex<double>>();
  return f.template operator()<double>();
}

// Σ weight · element(at) over the taps, in order. An element of weight 0 does not count, be it
// infinite or NaN.
template <class T, class F>  // T element(size_t at)
T weighted_sum(const Taps& taps, F element) {
  T sum{};
  bool first = true;
  for (const auto& [at, weight] : taps) {
    if (weight == 0) continue;
    const T term = weight * element(static_cast<size_t>(at));
    sum = first ? term : sum + term;
    first = false;
  }
  return sum;
}

}  // namespace etalon
