#include "conformance/generate/special_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/values/rounding.h"

namespace etalon {

double beside(DType type, double x, bool above) {
  if (!std::isfinite(x)) return x;
  const FloatLimits limits = float_limits(type);
  const bool to_zero = x != 0 && above == (x < 0);
  const double within = to_zero ? std::nextafter(std::fabs(x), 0) : std::fabs(x);
  const int exponent =
      std::max(within == 0 ? limits.least_exponent : std::ilogb(within), limits.least_exponent);
  const double step = std::ldexp(1, exponent - limits.digits + 1);
  return round_to(type, above ? x + step : x - step);
}

SpecialReals::SpecialReals(DType type, bool positive, Draw& draw)
    : limits_(float_limits(type)),
      greatest_exponent_(std::ilogb(limits_.greatest)),
      positive_(positive || type == DType::float8e8m0),
      draw_(draw) {}

int SpecialReals::exponent(int least, int greatest) {
  return least + static_cast<int>(place(draw_, static_cast<size_t>(greatest - least + 1)));
}

double SpecialReals::with_sign(double x) { return !positive_ && unit(draw_) < 0.5 ? -x : x; }

double SpecialReals::operator()(ValueClass values, double ordinary) {
  if (values == ValueClass::cancel) {
    const double kind = unit(draw_);
    return kind < 0.35 ? huge() : kind < 0.7 ? -huge() : ordinary;
  }
  if (values >= ValueClass::dot_zeros) return of_dot_product(values, ordinary);
  return with_sign(number(values));
}

double SpecialReals::number(ValueClass values) {
  switch (values) {
    case ValueClass::subnormal:
      return subnormal();
    case ValueClass::extreme:
      return extreme();
    case ValueClass::powers:
      return power();
    case ValueClass::halfway:
      return halfway();
    case ValueClass::nan:
      return std::numeric_limits<double>::quiet_NaN();
    case ValueClass::infinity:
      return std::numeric_limits<double>::infinity();
    default:
      return 0;
  }
}

// The least one, any, the greatest one, or the least normal number.
double SpecialReals::subnormal() {
  const double least = limits_.least_subnormal();
  const double count = std::ldexp(1, limits_.digits - 1);  // of multiples up to the normal numbers
  const double kind = unit(draw_);
  if (kind < 0.25) return least;
  if (kind < 0.5) return (count - 1) * least;
  if (kind < 0.6) return count * least;
  return (1 + std::floor(unit(draw_) * (count - 1))) * least;
}

double SpecialReals::extreme() {
  const double ulp = std::ldexp(1, greatest_exponent_ - limits_.digits + 1);
  const double kind = unit(draw_);
  if (kind < 0.5) return limits_.greatest;
  if (kind < 0.8) return limits_.greatest - ulp;
  return kind < 0.9 ? limits_.greatest / 2 : limits_.least_normal();
}

double SpecialReals::power() {
  const bool near = unit(draw_) < 0.5;
  const int e =
      near ? exponent(std::max(-8, limits_.least_exponent), std::min(8, greatest_exponent_))
           : exponent(limits_.least_exponent, greatest_exponent_);
  const double kind = unit(draw_);
  if (kind < 0.5) return std::ldexp(1, e);
  const double past = std::ldexp(1, kind < 0.75 ? 1 - limits_.digits : -limits_.digits);
  return std::ldexp(kind < 0.75 ? 1 + past : 1 - past, e);
}

double SpecialReals::halfway() {
  const double kind = unit(draw_);
  if (kind < 0.4) return static_cast<double>(place(draw_, 9)) + 0.5;
  if (kind < 0.6) {
    const double half = std::ldexp(1, -limits_.digits);
    const double factors[] = {half, 1, 3 * half, 1 + 2 * half};
    return factors[place(draw_, 4)];
  }
  std::vector<int> narrower;
  for (const int digits : {24, 11, 8, 4, 3}) {
    if (digits < limits_.digits) narrower.push_back(digits);
  }
  if (narrower.empty()) return 0.5;
  const int digits = narrower[place(draw_, narrower.size())];
  // An odd number of digits + 1 binary digits.
  const double count = std::ldexp(1, digits - 1);
  const double odd = std::ldexp(1, digits) + 2 * std::floor(unit(draw_) * count) + 1;
  return std::ldexp(odd, exponent(-3, 3) - digits);
}

// So large that an ordinary number vanishes beside it, but for a few digits.
double SpecialReals::huge() {
  const int most = std::max(1, std::min(greatest_exponent_ - 4, limits_.digits + 4));
  return std::ldexp(1, exponent(std::min(limits_.digits - 4, most), most));
}

double SpecialReals::signed_power(int least, int greatest) {
  const int e = exponent(least, greatest);
  return with_sign(std::ldexp(1 + unit(draw_), e));
}

double SpecialReals::of_dot_product(ValueClass values, double ordinary) {
  const int half = greatest_exponent_ / 2;
  const double kind = unit(draw_);
  switch (values) {
    case ValueClass::dot_zeros:
      return kind < 0.75 ? 0 : ordinary;
    case ValueClass::dot_exponents:
      return signed_power(std::max(0, half - 8), half - 3);
    case ValueClass::dot_onto:
      return kind < 0.125 ? std::ldexp(1, std::min(half - 3, limits_.digits / 2 + 1))
                          : signed_power(-limits_.digits / 2 - 2, -limits_.digits / 2);
    case ValueClass::dot_mixes:
      if (kind < 0.5) return kind < 0.25 ? -0.0 : 0.0;
      return signed_power(limits_.least_exponent / 2 - 4, limits_.least_exponent / 2);
    case ValueClass::dot_wide:
      return signed_power(std::max(-limits_.digits, limits_.least_exponent / 2),
                          std::min(limits_.digits, half - 3));
    default:
      return 2 * kind - 1;
  }
}

uint64_t special_integer(ValueClass values, DType type, bool positive, Draw& draw) {
  const auto low = static_cast<uint64_t>(lowest(type));
  const auto high = static_cast<uint64_t>(highest(type));
  const int bits = bit_width(type) - (is_signed_integer(type) ? 1 : 0);
  const bool negative = !positive && is_signed_integer(type) && unit(draw) < 0.5;
  const auto signed_ = [&](uint64_t x) { return negative ? 0 - x : x; };
  const uint64_t step = place(draw, 3);
  switch (values) {
    case ValueClass::extreme:
      return negative ? low + step / 2 : high - step / 2;
    case ValueClass::powers:
      return signed_((uint64_t{1} << place(draw, static_cast<size_t>(bits))) + step - 1);
    case ValueClass::cancel:
      return signed_(high / 2 + step);
    case ValueClass::halfway: {
      // Halfway between two numbers of a float type: one digit more than it has.
      const size_t narrower = bits > 53 ? 4 : bits > 24 ? 3 : bits > 11 ? 2 : 1;
      const int digits[] = {8, 11, 24, 53};
      return signed_((uint64_t{1} << digits[place(draw, narrower)]) + 2 * step + 1);
    }
    default:
      return 0;
  }
}

std::string special_text(Draw& draw) {
  static const std::vector<std::string> texts = {
      "",
      " ",
      "a  b",
      " leading and trailing ",
      "two\nlines",
      "étalon",
      "e\u0301talon",  // the same with a combining accent
      "ÅÉÎØÜ straße",
      "Ἀθῆναι",
      "日本語のテキスト",
      "مرحبا",
      "\U0001F600 emoji \U0001F469\u200D\U0001F52C",
      "ﬁligree",
      "a,b;c|d\te",
      std::string(300, 'x'),
      "a long text of several words that goes on, and on, and then ends with an étalon"};
  return texts[place(draw, texts.size())];
}

}  // namespace etalon
