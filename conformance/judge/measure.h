// Measuring the differences between two values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "conformance/bounds/limits.h"
#include "conformance/judge/compare.h"
#include "engine/values/value.h"

namespace etalon {

// The greatest of several amounts, and the elements that it belongs to.
struct Extreme {
  double amount = 0;
  std::string where;  // "[2, 0]", "item 3 [1]"; empty when no elements differ
  std::string got;
  std::string expected;
};

// Differences compared with the rounding bounds (conformance/bounds/bounds.h).
struct RoundingUse {
  size_t beyond = 0;   // elements that are off by more than their bound
  size_t vacuous = 0;  // elements whose bound says nothing (RoundingLimits)
  double largest = 0;  // the greatest finite bound
  Extreme share;       // the greatest difference / bound; infinite where the bound is 0
};

// Differences compared with the errors of sampled evaluations (conformance/bounds/spread.h).
struct SpreadUse {
  size_t evaluations = 0;
  size_t outside = 0;  // elements further off than sampled evaluations
  double largest = 0;  // the greatest distance of an evaluation
  Extreme times;       // the greatest difference / spread
};

// Elements that do not match under a tolerance. Each is counted once, by the first condition that
// is true: one of the two is NaN; one is infinite; one is zero; else `value`.
struct MismatchCounts {
  size_t nan = 0;
  size_t infinity = 0;
  size_t zero = 0;
  size_t value = 0;

  size_t total() const { return nan + infinity + zero + value; }
};

struct Measurement {
  // ULP distances of elements finite in both: [0] counts 0, [k] counts 2^(k-1) … 2^k − 1.
  using Histogram = std::array<size_t, 65>;

  size_t elements = 0;  // real and imaginary parts are counted separately
  bool identical = true;
  bool floating = false;  // has ULPs
  MismatchCounts mismatches;
  size_t near_zero = 0;      // mismatches under the official rule that the scaled rule accepts
  double scaled = 0;         // the largest difference / largest expected magnitude of its tensor
  size_t signed_zeros = 0;   // zeros with different signs, which match
  size_t decided_zeros = 0;  // of these, where no rounding and no open point explains the sign
  Extreme zero;              // the first of these; its amount is not used
  Extreme first;             // the first mismatch, likewise
  Extreme absolute;
  Extreme relative;  // |got − expected| / |expected| where expected is not 0
  Extreme ulp;
  Histogram histogram{};
  double largest = 0;                   // the largest finite magnitude that is expected
  std::optional<RoundingUse> rounding;  // when bounds were given
  std::optional<SpreadUse> spread;      // of floats, when a spread was given
  Grade grade = Grade::same;            // of the worst element, which is
  Extreme worst;  // its distance: relative to samples, else to the bound, else itself
};

// What is known of the rounding errors of a tensor.
struct Allowance {
  Bound bound;
  Spread spread;
};
// Nothing.
inline Allowance without_bound() {
  Allowance unknown;
  unknown.bound.kind = Bound::Kind::none;
  return unknown;
}

// Adds a pair of tensors of equal type and shape to a measurement. `place` ("item 3 ") is put in
// front of each position.
void measure(Measurement& sum, const Tensor& got, const Tensor& expected,
             const Tolerance& tolerance, const Allowance& allowance, const std::string& place = {});

}  // namespace etalon
