// How another runtime rounds: the errors of its results, in addition to those of its inputs.
//
// Sources: N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2002, chapter 3; C.-P.
// Jeannerod and S. M. Rump, "Improved error bounds for inner products in floating-point
// arithmetic", 2013; N. J. Higham and T. Mary, "A new approach to probabilistic rounding error
// analysis", 2019.
#pragma once

#include <vector>

#include "engine/values/arithmetic.h"
#include "engine/values/dtype.h"

namespace etalon {

// Numbers that the factors of products are rounded to, to the nearest or towards 0.
struct FactorFormat {
  int bits;         // of the significand
  double tiny;      // numbers below this may become 0
  double greatest;  // greater numbers become infinite
};

// A runtime that computes in a float type: each operation is off by at most `unit`, relative to its
// result, and by `tiny` where this is below the type's normal numbers.
struct Rounding {
  int bits;         // of the significand: unit = 2^-bits
  double tiny;      // runtimes may flush results below the normal numbers to 0
  double greatest;  // finite number
  // Bounds that hold for all roundings: a sum of n addends may be off by n units of Σ|addends|.
  // Otherwise bounds that hold with a probability near 1, when roundings are independent: 6·√n.
  bool worst = true;
  Arithmetic declared = {};

  double unit() const;
  // The factor of Σ|addends|, in any order of addition.
  double of_sum(double addends) const;

  // The rounding of sums of products: this one, or that of float16 where the runtime declares it.
  Rounding of_products() const;
  // True if the factors of products may be rounded; and the formats that they may be rounded to,
  // none if they are not rounded.
  bool rounds_factors() const;
  std::vector<FactorFormat> factor_formats() const;
  // How far the product a·b may be off because its factors are rounded; infinite where a factor may
  // become infinite.
  double of_factors(double a, double b) const;
  // As above for Σ a·b over n products, where Σ|a·b| is `magnitude`, no |a| is greater than `a`,
  // and no |b| than `b`.
  double of_factors(double n, double magnitude, double a, double b) const;
  // How far sin, cos and tan of x may be off beside what is relative to the result: a library
  // brings x into a period, with about twice the type's digits of π.
  double of_period(double x) const;
  // The error of a function that may be approximated, in half ULPs.
  unsigned approximated(unsigned half_ulps) const;
};
// Float types that have one: float64, float32, float16, bfloat16. Throws InternalError for others.
Rounding rounding_of(DType type, const Arithmetic& declared = {});
bool has_rounding(DType type);

// The errors of a runtime's library functions, in half ULPs: those that OpenCL 3.0 (full profile)
// allows, the weakest documented bounds. An operation that IEEE 754 rounds is off by one.
struct HalfUlps {
  static constexpr unsigned division = 5, sqrt = 6, exp = 6, log = 6, sin = 8, cos = 8, tan = 10,
                            asin = 8, acos = 8, atan = 10, sinh = 8, cosh = 8, tanh = 10, asinh = 8,
                            acosh = 8, atanh = 10, erf = 32, erfc = 32, pow = 32;
};

}  // namespace etalon
