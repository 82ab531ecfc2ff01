#include "engine/numerics/digit_matrix.h"

#include <array>
#include <bit>

#include "engine/numerics/arb_dot.h"
#include "engine/numerics/matmul.h"

namespace etalon {
namespace {

__extension__ using Signed = __int128;

// A digit is a whole number from -2^21 to 2^21: a sum of 2048 products is at most 2^53.
constexpr int digit_bits = 22;
constexpr size_t most_terms = 2048;
constexpr size_t digits_of_rows = 5, most_digits_of_columns = 4;

// Rows of numbers Σ digit_s · 2^(exponent + 22 · (digits - 1 - s)), each to within an error.
struct DigitRows {
  size_t count;                // of digits, as many as a number has
  Reals digits;                // [at least count · rows, inputs], the greatest first
  std::vector<int> exponents;  // [rows]
  Reals errors;                // [rows, inputs]
  bool exact = true;           // all errors are 0
};

// The least e with |x| < 2^e for all middles of the row; 0 if all are 0.
int exponent_of(const WideBall* row, size_t inputs) {
  std::optional<int> top;
  for (size_t k = 0; k < inputs; ++k) {
    if (row[k].magnitude() == 0) continue;
    const int above = row[k].exponent() + 128;
    top = std::max(top.value_or(above), above);
  }
  return top.value_or(0);
}

// As many digits of a row as say more than the radii of its numbers, which are below 2^top.
size_t digits_known(const WideBall* row, size_t inputs, int top) {
  constexpr int spare_bits = 8;  // what is cut off makes the radii greater by less than a hundredth
  double least = std::numeric_limits<double>::infinity();
  for (size_t k = 0; k < inputs; ++k) {
    if (row[k].magnitude() != 0) least = std::min(least, row[k].radius());
  }
  if (!(least > 0x1p-900)) return digits_of_rows;
  const int bits = std::isfinite(least) ? top + 1 - std::ilogb(least) + spare_bits : 1;
  return std::clamp((bits + digit_bits - 1) / digit_bits, 1, int(digits_of_rows));
}

// x in units of 2^exponent, and whether that cuts something off.
Signed whole_units(const WideBall& x, int exponent, bool& cut) {
  cut = false;
  if (x.magnitude() == 0) return 0;
  const int shift = exponent - x.exponent();  // at least 19: the row's exponent is above x's
  const WideBall::Magnitude whole = shift < 128 ? x.magnitude() >> shift : 0;
  cut = (shift < 128 ? whole << shift : 0) != x.magnitude();
  return x.negative() ? -static_cast<Signed>(whole) : static_cast<Signed>(whole);
}

DigitRows digit_rows(const Array<WideBall>& X) {
  const size_t rows = X.shape()[0], inputs = X.shape()[1];
  constexpr int64_t half = int64_t{1} << (digit_bits - 1);
  DigitRows result{1, full({digits_of_rows * rows, inputs}, 0.0), std::vector<int>(rows),
                   empty_array<double>({rows, inputs})};
  for (size_t r = 0; r < rows; ++r) {
    const WideBall* row = X.data() + r * inputs;
    const int top = exponent_of(row, inputs);
    const size_t known = digits_known(row, inputs, top);
    const int exponent = top + 1 - digit_bits * int(known);
    const double unit = std::ldexp(1.0, exponent);
    result.exponents[r] = top + 1;
    for (size_t k = 0; k < inputs; ++k) {
      bool cut = false;
      Signed rest = whole_units(row[k], exponent, cut);
      for (size_t s = known; s-- > 0 && rest != 0;) {
        const int64_t digit =
            s == 0 ? int64_t(rest) : int64_t((rest + half) & (2 * half - 1)) - half;
        rest = (rest - digit) >> digit_bits;
        result.digits.data()[(s * rows + r) * inputs + k] = double(digit);
        if (digit != 0) result.count = std::max(result.count, s + 1);
      }
      const double error = row[k].radius() + (cut ? unit : 0);
      result.errors.data()[r * inputs + k] = error;
      result.exact = result.exact && error == 0;
    }
  }
  for (int& exponent : result.exponents) exponent -= digit_bits * int(result.count);
  return result;
}

// Sums of products of digits by the weight of these: Σ level_l · 2^(22 l), |level_l| ≤ 2^55.
constexpr size_t half_of_levels = 4;
using Levels = std::array<int64_t, 2 * half_of_levels>;
static_assert(digits_of_rows + most_digits_of_columns - 1 <= 2 * half_of_levels);

// Of four levels.
Signed sum_of_half(const int64_t* levels) {
  Signed sum = 0;
  for (size_t l = half_of_levels; l-- > 0;) sum = sum * (Signed{1} << digit_bits) + levels[l];
  return sum;
}

WideBall sum_of_levels(const Levels& levels, int exponent) {
  constexpr int all_bits = 128, low_bits = digit_bits * int(half_of_levels);
  constexpr Signed low_mask = (Signed{1} << low_bits) - 1;
  Signed low = sum_of_half(levels.data()), high = sum_of_half(levels.data() + half_of_levels);
  high += low >> low_bits;
  low &= low_mask;
  const bool negative = high < 0;
  if (negative) {
    high = -high - (low != 0);
    low = -low & low_mask;
  }
  const auto lower = static_cast<WideBall::Magnitude>(low);
  const auto upper = static_cast<WideBall::Magnitude>(high);  // below 2^119
  if (upper == 0) return {negative, lower, exponent, 0};
  const int shift = low_bits - WideBall::leading_zeros(upper);  // of the sum, to the right
  if (shift <= 0) return {negative, upper << low_bits | lower, exponent, 0};
  const bool cut = lower << (all_bits - shift) != 0;
  return {negative, upper << (low_bits - shift) | lower >> shift, exponent + shift,
          cut ? std::ldexp(1.0, exponent + shift) : 0};
}

// Of a normal number, the exponent of its lowest bit.
int lowest_bit(double x) {
  constexpr int fraction_bits = 52, bias = 1023;
  const auto bits = std::bit_cast<uint64_t>(x);
  const auto exponent = static_cast<int>(bits >> fraction_bits & 2047);
  return exponent - bias - fraction_bits + std::countr_zero(bits | uint64_t{1} << fraction_bits);
}

// Splits each number x, which is below 2^21, into a whole digit, of x's sign if it is 0, and
// rest · 2^-22; x becomes the rest.
void cut_off_digits(double* x, size_t count, double* digits) {
  constexpr double shift = 0x1.8p52;  // beside which a double is a whole number
  for (size_t i = 0; i < count; ++i) {
    digits[i] = std::copysign((x[i] + shift) - shift, x[i]);
    x[i] = (x[i] - digits[i]) * (1 << digit_bits);
  }
}

// The numbers of a column, from their sizes and their first digits.
struct SignedSizes {
  const double* sizes;
  size_t step;
  const double* digits;
  size_t digits_step;
  double operator[](size_t k) const {
    return std::copysign(sizes[k * step], digits[k * digits_step]);
  }
};

}  // namespace

std::optional<DigitMatrix> DigitMatrix::of(const Reals& W) {
  return of(W, std::make_shared<const Reals>(xt::abs(W)));
}

std::optional<DigitMatrix> DigitMatrix::of(const Reals& W, std::shared_ptr<const Reals> sizes) {
  const size_t inputs = W.shape()[0], outputs = W.shape()[1];
  if (inputs > most_terms) return std::nullopt;
  constexpr int far = 400;
  double greatest = 0;
  int lowest = far;
  for (size_t i = 0; i < W.size(); ++i) {
    const double w = W.data()[i];
    if (!std::isfinite(w)) return std::nullopt;
    greatest = std::max(greatest, std::fabs(w));
    if (w != 0) lowest = std::min(lowest, lowest_bit(w));
  }
  const int top = greatest == 0 ? 0 : std::ilogb(greatest) + 1;
  if (std::abs(top) > far) return std::nullopt;
  const int digits = std::max(1, (top + 1 - lowest + digit_bits - 1) / digit_bits);
  if (digits > int(most_digits_of_columns)) return std::nullopt;
  DigitMatrix result;
  result.outputs_ = outputs;
  result.digits_ = size_t(digits);
  result.sizes_ = std::move(sizes);
  result.exponent_ = top + 1 - digit_bits * digits;
  result.side_by_side_ = empty_array<double>({inputs, size_t(digits) * outputs});
  const double scale = std::ldexp(1.0, digit_bits - 1 - top);
  std::vector<double> rest(outputs);
  double* to = result.side_by_side_.data();
  for (size_t k = 0; k < inputs; ++k) {
    const double* row = W.data() + k * outputs;
    std::transform(row, row + outputs, rest.begin(), [&](double w) { return w * scale; });
    for (int s = 0; s < digits; ++s, to += outputs) cut_off_digits(rest.data(), outputs, to);
  }
  return result;
}

Array<WideBall> DigitMatrix::product(const Array<WideBall>& X) const {
  constexpr double slack = 1 + 0x1p-20;  // more than the rounding of a sum of bounds
  const size_t rows = X.shape()[0], inputs = X.shape()[1];
  const DigitRows x = digit_rows(X);
  Array<WideBall> y = empty_array<WideBall>({rows, outputs_});
  Reals used = empty_array<double>({x.count * rows, inputs});
  std::copy_n(x.digits.data(), used.size(), used.data());
  const Reals sums = matmul(used, side_by_side_, Products::exact);
  Reals errors = full({rows, outputs_}, 0.0);
  if (!x.exact) errors = matmul(x.errors, *sizes_);
  const size_t count = x.count + digits_ - 1;
  for (size_t r = 0; r < rows; ++r) {
    for (size_t o = 0; o < outputs_; ++o) {
      Levels levels{};
      for (size_t l = 0; l < count; ++l) {  // from the products of the greatest digits on
        const size_t first = l < digits_ ? 0 : l - digits_ + 1;
        int64_t& level = levels[count - 1 - l];
        for (size_t s = first; s < std::min(l + 1, x.count); ++s) {
          level += int64_t(sums.data()[((s * rows + r) * digits_ + l - s) * outputs_ + o]);
        }
      }
      const double error = errors.data()[r * outputs_ + o];
      WideBall sum = sum_of_levels(levels, x.exponents[r] + exponent_);
      if (error != 0) {
        sum.widen(error * slack);
      } else if (sum.magnitude() == 0) {
        const SignedSizes column{sizes_->data() + o, outputs_, side_by_side_.data() + o,
                                 digits_ * outputs_};
        sum = zero_of_products(X.data() + r * inputs, column, inputs);
      }
      y.data()[r * outputs_ + o] = sum;
    }
  }
  return y;
}

}  // namespace etalon
