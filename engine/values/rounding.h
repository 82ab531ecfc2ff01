// How another runtime rounds: what its results may be off by, beside the errors of its inputs.
//
// Sources: N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2002, chapter 3; C.-P.
// Jeannerod and S. M. Rump, "Improved error bounds for inner products in floating-point
// arithmetic", 2013; N. J. Higham and T. Mary, "A new approach to probabilistic rounding error
// analysis", 2019.
#pragma once

#include "engine/values/dtype.h"

namespace etalon {

// A runtime that computes in a float type: each operation is off by at most `unit`, relative to its
// result, and by `tiny` where this is below the type's normal numbers.
struct Rounding {
  int bits;         // of the significand: unit = 2^-bits
  double tiny;      // runtimes may flush results below the normal numbers to 0
  double greatest;  // finite number
  // Bounds that hold for all roundings: a sum of n addends may be off by n units of Σ|addends|.
  // Otherwise bounds that hold with a probability near 1, when roundings are independent: 6·√n.
  bool worst = true;

  double unit() const;
  // The factor of Σ|addends|, in any order of addition.
  double of_sum(double addends) const;
};
// Float types that have one: float64, float32, float16, bfloat16. Throws InternalError for others.
Rounding rounding_of(DType type);
bool has_rounding(DType type);

// What functions of a runtime's library may be off by, in half ULPs: what OpenCL 3.0 (full profile)
// allows, the weakest of the documented. An operation that IEEE 754 rounds is off by one.
struct HalfUlps {
  static constexpr unsigned division = 5, sqrt = 6, exp = 6, log = 6, sin = 8, cos = 8, tan = 10,
                            asin = 8, acos = 8, atan = 10, sinh = 8, cosh = 8, tanh = 10, asinh = 8,
                            acosh = 8, atanh = 10, erf = 32, erfc = 32, pow = 32;
};

}  // namespace etalon
