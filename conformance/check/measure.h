// How far one value is off another, counted and measured part by part.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "conformance/judge/compare.h"
#include "engine/values/value.h"

namespace etalon {

// The greatest of some amounts, and the elements that gave it.
struct Extreme {
  double amount = 0;
  std::string where;  // "[2, 0]", "item 3 [1]"; empty when no elements differ
  std::string got;
  std::string expected;
};

// How a difference uses up what rounding allows (conformance/check/bounds.h).
struct RoundingUse {
  size_t beyond = 0;   // elements further off than their bound
  size_t wrong = 0;    // those of them that the tolerance does not allow either
  size_t vacuous = 0;  // elements whose bound is wider than all expected values
  double largest = 0;  // finite bound
  Extreme share;       // the greatest difference / bound
};

// Elements that do not match under a tolerance, by the first of these that holds for them: one of
// the two is NaN; is infinite; is zero.
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

  size_t elements = 0;  // real and imaginary parts count apart
  bool identical = true;
  bool floating = false;  // has ULPs
  MismatchCounts mismatches;
  size_t signed_zeros = 0;  // zeros of unlike sign, which match
  Extreme first;            // mismatch; its amount means nothing
  Extreme absolute;
  Extreme relative;  // |got − expected| / |expected| where expected is not 0
  Extreme ulp;
  Histogram histogram{};
  std::optional<RoundingUse> rounding;  // when bounds were given
};

// What an element may be off by rounding; empty: nothing is known.
struct Allowance {
  const Reals* bounds = nullptr;  // of the tensor's shape; not given: 0 for every element
  bool compounded = false;        // of several nodes: then a bound may be too wide to mean anything
};

// Adds a pair of tensors of equal type and shape to a measurement. `place` goes in front of each
// position ("item 3 ").
void measure(Measurement& sum, const Tensor& got, const Tensor& expected,
             const Tolerance& tolerance, const std::optional<Allowance>& allowance,
             const std::string& place = {});

}  // namespace etalon
