// The exact sum of doubles.
//
// Source: U. Kulisch, "Computer Arithmetic and Validity", 2008: the long accumulator.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "engine/numerics/arb_ball.h"

namespace etalon {

class ExactSum {
 public:
  // Adds a finite number. At most 2^31 may be added.
  void add(double value) {
    const auto bits = std::bit_cast<uint64_t>(value);
    const uint64_t exponent = bits >> 52 & 2047;
    const uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);
    // |value| = significand · 2^(place - 1074)
    const uint64_t significand = exponent == 0 ? fraction : fraction | uint64_t{1} << 52;
    const uint64_t place = exponent == 0 ? 0 : exponent - 1;
    if (significand == 0) return;
    const size_t first = place / digit_bits;
    const Wide shifted = Wide{significand} << place % digit_bits;
    const int64_t sign = std::signbit(value) ? -1 : 1;
    for (size_t i = 0; i < digits_of_value; ++i) {
      digits_[first + i] += sign * static_cast<int64_t>(uint32_t(shifted >> digit_bits * i));
    }
    first_ = std::min(first_, first);
    last_ = std::max(last_, first + digits_of_value);
  }

  // Without a radius, whatever the precision.
  ArbBall ball() const;

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr size_t digit_bits = 32, digits_of_value = 3;

  // Σ digit_i · 2^(32 i - 1074): each has 32 bits more than a summand needs.
  std::array<int64_t, 2098 / digit_bits + digits_of_value> digits_{};
  size_t first_ = digits_.size(), last_ = 0;  // the digits that may not be 0
};

}  // namespace etalon
