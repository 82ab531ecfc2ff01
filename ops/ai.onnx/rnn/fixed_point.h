// Sums of products in fixed point, exact but for the operands' errors: what Arb's dot products give
// of up to 124 bits, in a fraction of the time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/numerics/carriers.h"

namespace etalon {

using FixedIntegers = std::vector<int64_t, BudgetAllocator<int64_t>>;

// A row x[k] = (high[k] · 2^62 + low[k]) · 2^exponent, each to within errors(0, k).
struct FixedRow {
  static constexpr long bits = 124;  // of the greatest number
  FixedIntegers high, low;
  long exponent = 0;
  Reals errors;       // [1, k]
  bool exact = true;  // all errors are 0
};

// Nothing where a number is not finite, or so far from 1 that a double does not hold the errors.
std::optional<FixedRow> fixed_row(std::span<const ArbBall> x);

// A column w[k] = integers[k] · 2^exponent.
struct FixedColumn {
  FixedIntegers integers;
  long exponent = 0;
};

// Nothing where the numbers are too far apart for 64 bits, or one is not finite.
std::optional<FixedColumn> fixed_column(std::span<const double> w);

// Σ x[k] · w[k] of equally many numbers, as if x had no errors.
ArbBall inner(const FixedRow& x, const FixedColumn& w);

}  // namespace etalon
