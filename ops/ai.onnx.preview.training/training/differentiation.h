// Numerical differentiation: Ridders' extrapolation of central differences (Advances in Engineering
// Software 4, 1982). Some ten digits of each derivative are sure: more than float32 holds.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/values/errors.h"

namespace etalon {

struct Derivative {
  double value;
  double error;  // estimated, absolute
};

// Ridders' table from step h: row k has the step h / 1.4^k, column j cancels the error's h^2j term.
template <class F>  // double f(double h)
Derivative ridders(F f, double h) {
  constexpr size_t rows = 10;
  constexpr double shrink = 1.4;
  std::array<std::array<double, rows>, rows> table{};
  Derivative best{0, std::numeric_limits<double>::infinity()};
  for (size_t k = 0; k < rows; ++k, h /= shrink) {
    table[k][0] = (f(h) - f(-h)) / (2 * h);
    double factor = shrink * shrink;
    for (size_t j = 1; j <= k; ++j, factor *= shrink * shrink) {
      table[k][j] = (table[k][j - 1] * factor - table[k - 1][j - 1]) / (factor - 1);
      const double error = std::max(std::fabs(table[k][j] - table[k][j - 1]),
                                    std::fabs(table[k][j] - table[k - 1][j - 1]));
      if (error <= best.error) best = {table[k][j], error};
    }
  }
  return best;
}

struct Sides {
  double left, right;
  double jump() const { return std::fabs(right - left); }
};

template <class F>
Sides one_sided(F f, double step) {
  const double here = f(0);
  return {(here - f(-step)) / step, (f(step) - here) / step};
}

// The derivative at h = 0, where f(h) is y at a distance h from the point along one element, whose
// size is `scale`. The jump between the one-sided differences shrinks with the step where f is
// smooth; at a kink it stays. Throws Unspecified where the one-sided derivatives differ, as at the
// kink of Relu or within 1e-5 of it.
template <class F>
double derivative(F f, double scale) {
  constexpr double sure = 1e-13;
  Derivative best{0, std::numeric_limits<double>::infinity()};
  for (const double h : {1e-1, 1e-2, 1e-3, 1e-4}) {
    const Derivative found = ridders(f, h * scale);
    if (found.error < best.error) best = found;
    if (best.error <= sure * std::fabs(best.value)) break;
  }
  const Sides wide = one_sided(f, 1e-4 * scale);
  const Sides close = one_sided(f, 1e-5 * scale);
  const double size =
      std::fabs(f(0)) + std::fabs(best.value) + std::fabs(close.left) + std::fabs(close.right);
  const bool kink = close.jump() > wide.jump() / 2 && close.jump() > 1e-9 * size;
  if (kink || !(best.error <= 1e-6 * size)) {
    throw Unspecified("y has no derivative at this point: {} from the left, {} from the right",
                      close.left, close.right);
  }
  return best.value;
}

}  // namespace etalon
