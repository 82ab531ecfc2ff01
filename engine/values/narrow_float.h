// Floating-point formats narrower than float32, each an instance of one template.
//
// Sources: IEEE 754-2019 (binary16); "FP8 formats for deep learning", arXiv:2209.05433 (e4m3fn,
// e5m2); "8-bit numerical formats for deep neural networks", arXiv:2206.02915 (the fnuz pair);
// OCP Microscaling Formats 1.0 (e2m1, e2m3, e3m2, e8m0).
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace etalon {

// The codes that a format uses for special values instead of finite numbers.
enum class Specials {
  ieee,  // greatest exponent: infinity and NaN
  fn,    // all ones is NaN; no infinity
  fnuz,  // the code of -0 is NaN; no infinity, no -0
  none,  // no NaN, no infinity; NaN converts to the greatest finite value
};

template <int ExponentBits, int MantissaBits, int Bias, Specials Kind>
struct NarrowFloat {
  static constexpr int width = 1 + ExponentBits + MantissaBits;
  static constexpr uint32_t sign_bit = 1u << (width - 1);
  static constexpr uint32_t all_ones = sign_bit - 1;  // exponent and mantissa
  static constexpr uint32_t mantissa_mask = (1u << MantissaBits) - 1;
  static constexpr uint32_t infinity = all_ones & ~mantissa_mask;  // ieee only
  static constexpr uint32_t greatest = Kind == Specials::ieee ? infinity - 1
                                       : Kind == Specials::fn ? all_ones - 1
                                                              : all_ones;
  static constexpr int least_exponent = 1 - Bias;

  static constexpr double decode(uint32_t bits) {
    const uint32_t magnitude = bits & all_ones;
    const bool negative = bits & sign_bit;
    if (is_nan(bits)) return std::numeric_limits<double>::quiet_NaN();
    if (Kind == Specials::ieee && magnitude == infinity) {
      return negative ? -std::numeric_limits<double>::infinity()
                      : std::numeric_limits<double>::infinity();
    }
    const uint32_t exponent = magnitude >> MantissaBits;
    const uint32_t mantissa = magnitude & mantissa_mask;
    const double value = exponent == 0 ? mantissa * power_of_two(least_exponent - MantissaBits)
                                       : (mantissa | (1u << MantissaBits)) *
                                             power_of_two(int(exponent) - Bias - MantissaBits);
    return negative ? -value : value;
  }

  // To nearest, ties to even. A value beyond the greatest finite value, infinity included, becomes
  // that greatest value if `saturate`, else infinity if the format has it, else NaN.
  static uint32_t encode(double value, bool saturate) {
    const uint32_t sign = std::signbit(value) ? sign_bit : 0;
    if (std::isnan(value)) return nan(sign);
    const double magnitude = std::fabs(value);
    uint32_t bits = all_ones + 1;  // beyond the greatest
    if (magnitude < power_of_two(1 << ExponentBits)) {
      bits = round_magnitude(magnitude);
    }
    if (bits > greatest) {
      if (saturate) return sign | greatest;
      return Kind == Specials::ieee ? (sign | infinity) : nan(sign);
    }
    if (Kind == Specials::fnuz && bits == 0) return 0;
    return sign | bits;
  }

  static constexpr bool is_nan(uint32_t bits) {
    if (Kind == Specials::ieee) return (bits & all_ones) > infinity;
    if (Kind == Specials::fn) return (bits & all_ones) == all_ones;
    return Kind == Specials::fnuz && bits == sign_bit;
  }

 private:
  static constexpr double power_of_two(int exponent) {
    return std::bit_cast<double>(uint64_t(1023 + exponent) << 52);
  }

  static constexpr uint32_t nan(uint32_t sign) {
    switch (Kind) {
      case Specials::ieee:
        return sign | infinity | (1u << (MantissaBits - 1));  // quiet
      case Specials::fn:
        return sign | all_ones;
      case Specials::fnuz:
        return sign_bit;
      default:
        return greatest;
    }
  }

  // The code of a finite magnitude, rounded; a carry out of the mantissa raises the exponent.
  static uint32_t round_magnitude(double magnitude) {
    if (magnitude == 0) return 0;
    const int exponent = std::max(std::ilogb(magnitude), least_exponent);
    const auto steps =
        static_cast<uint32_t>(std::rint(magnitude * power_of_two(MantissaBits - exponent)));
    return (uint32_t(exponent - least_exponent) << MantissaBits) + steps;
  }
};

using Float16 = NarrowFloat<5, 10, 15, Specials::ieee>;
using BFloat16 = NarrowFloat<8, 7, 127, Specials::ieee>;
using Float8E4M3FN = NarrowFloat<4, 3, 7, Specials::fn>;
using Float8E4M3FNUZ = NarrowFloat<4, 3, 8, Specials::fnuz>;
using Float8E5M2 = NarrowFloat<5, 2, 15, Specials::ieee>;
using Float8E5M2FNUZ = NarrowFloat<5, 2, 16, Specials::fnuz>;
using Float6E2M3 = NarrowFloat<2, 3, 1, Specials::none>;
using Float6E3M2 = NarrowFloat<3, 2, 3, Specials::none>;
using Float4E2M1 = NarrowFloat<2, 1, 1, Specials::none>;

// float8e8m0: an unsigned power of two, 2^(bits - 127); 0xFF is NaN; no zero, no infinity.
struct Float8E8M0 {
  enum class Round { up, down, nearest };  // nearest: ties up
  static double decode(uint32_t bits) {
    if (bits == 0xFF) return std::numeric_limits<double>::quiet_NaN();
    return std::ldexp(1.0, static_cast<int>(bits) - 127);
  }
  // Negative values and NaN give NaN. A value out of range gives the nearest end of the range if
  // `saturate`, else NaN.
  static uint32_t encode(double value, Round round = Round::up, bool saturate = true) {
    if (std::isnan(value) || value < 0) return 0xFF;
    if (std::isinf(value)) return saturate ? 0xFE : 0xFF;
    if (value == 0) return saturate ? 0 : 0xFF;
    int exponent = std::ilogb(value);
    const double fraction = std::ldexp(value, -exponent);  // in [1, 2)
    if (round == Round::up ? fraction > 1 : round == Round::nearest && fraction >= 1.5) ++exponent;
    if (exponent < -127) return saturate ? 0 : 0xFF;
    if (exponent > 127) return saturate ? 0xFE : 0xFF;
    return static_cast<uint32_t>(exponent + 127);
  }
};

}  // namespace etalon
