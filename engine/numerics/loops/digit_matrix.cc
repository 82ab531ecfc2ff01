#include "engine/numerics/digit_matrix.h"

#include <array>
#include <atomic>
#include <bit>

#include "engine/numerics/arb_dot.h"
#include "engine/numerics/bit_range.h"
#include "engine/numerics/digit_tiles.h"
#include "engine/numerics/parallel.h"

namespace etalon {

using tiles::digit_columns;

// Rows of numbers Σ digit_s · 2^(exponent + 22 · (count - 1 - s)), each to within an error. A group
// of rows is multiplied at once.
struct DigitRows {
  const Array<WideBall>& numbers;
  size_t count = 1, at_once = 1;    // digits of a number, rows of a group
  std::vector<int> exponents = {};  // of each row's last digit
  bool exact = true;                // all errors are 0
  Reals digits = {};  // [groups, inputs, at_once · count], a number's greatest digit first
  Reals errors = {};  // [groups, inputs, at_once], 0 or not below 2^-900

  size_t rows() const { return numbers.shape()[0]; }
  size_t inputs() const { return numbers.shape()[1]; }
  const WideBall* row(size_t r) const { return numbers.data() + r * inputs(); }
};

namespace {

__extension__ using Signed = __int128;

// A digit is a whole number from -2^21 to 2^21: a sum of 2048 products is at most 2^53.
constexpr int digit_bits = 22;
constexpr size_t most_terms = 2048;
constexpr size_t digits_of_rows = 5, most_digits_of_columns = 4;

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

// The exponent of the lowest bit of all middles of the row; `top` if all are 0.
int lowest_bit(const WideBall* row, size_t inputs, int top) {
  int lowest = top;
  for (size_t k = 0; k < inputs; ++k) {
    const WideBall::Magnitude size = row[k].magnitude();
    if (size == 0) continue;
    const auto low = static_cast<uint64_t>(size);
    const int zeros =
        low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<uint64_t>(size >> 64));
    lowest = std::min(lowest, row[k].exponent() + zeros);
  }
  return lowest;
}

// As many digits of a row as its numbers have, which are below 2^top, but not those that say less
// than their radii.
size_t digits_known(const WideBall* row, size_t inputs, int top) {
  constexpr int spare_bits = 8;  // what is cut off makes the radii greater by less than a hundredth
  double least = std::numeric_limits<double>::infinity();
  for (size_t k = 0; k < inputs; ++k) {
    if (row[k].magnitude() != 0) least = std::min(least, row[k].radius());
  }
  int bits = 1;
  if (!(least > 0x1p-900)) {
    bits = top + 1 - lowest_bit(row, inputs, top);
  } else if (std::isfinite(least)) {
    bits = top + 1 - std::ilogb(least) + spare_bits;
  }
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

// Writes the digits of row r, down to that of exponents[r], and its errors.
void cut_into_digits(DigitRows& x, size_t r) {
  constexpr int64_t half = int64_t{1} << (digit_bits - 1);
  const int exponent = x.exponents[r];
  const double unit = std::ldexp(1.0, exponent);
  const size_t step = x.at_once * x.count, first = r / x.at_once * x.inputs();
  double* digits = x.digits.data() + first * step + r % x.at_once * x.count;
  double* errors = x.errors.data() + first * x.at_once + r % x.at_once;
  for (size_t k = 0; k < x.inputs(); ++k) {
    const WideBall& number = x.row(r)[k];
    bool cut = false;
    Signed rest = whole_units(number, exponent, cut);
    for (size_t s = x.count; s-- > 1;) {
      const int64_t digit = int64_t((rest + half) & (2 * half - 1)) - half;
      rest = (rest - digit) >> digit_bits;
      digits[k * step + s] = double(digit);
    }
    digits[k * step] = double(int64_t(rest));
    const double error = number.radius() + (cut ? unit : 0);
    errors[k * x.at_once] = error == 0 ? 0 : std::max(error, 0x1p-900);
    x.exact = x.exact && error == 0;
  }
}

DigitRows digit_rows(const Array<WideBall>& X) {
  DigitRows x{X};
  std::vector<int> tops;
  for (size_t r = 0; r < x.rows(); ++r) {
    tops.push_back(exponent_of(x.row(r), x.inputs()));
    x.count = std::max(x.count, digits_known(x.row(r), x.inputs(), tops[r]));
  }
  x.at_once = std::min(tiles::most_digit_rows / x.count, std::max<size_t>(1, x.rows()));
  const size_t groups = (x.rows() + x.at_once - 1) / x.at_once;
  x.digits = full({groups, x.inputs(), x.at_once * x.count}, 0.0);
  x.errors = full({groups, x.inputs(), x.at_once}, 0.0);
  for (size_t r = 0; r < x.rows(); ++r) {
    x.exponents.push_back(tops[r] + 1 - digit_bits * int(x.count));
    cut_into_digits(x, r);
  }
  return x;
}

// Sums of products of digits by the weight of these, for each column of a panel:
// Σ level_l · 2^(22 l) over l < count, |level_l| ≤ 2^55.
constexpr size_t half_of_levels = 4;
using Level = std::array<int64_t, digit_columns>;
struct Levels {
  size_t count;
  std::array<Level, 2 * half_of_levels> level;
};
static_assert(digits_of_rows + most_digits_of_columns - 1 <= 2 * half_of_levels);

// From the sums [of_columns, step], which are [of_rows, digit_columns] at first. A double holds as
// many of them as there are times `inputs` in 2048.
Levels levels_of(const double* sums, size_t of_columns, size_t step, size_t of_rows,
                 size_t inputs) {
  const size_t at_once = most_terms / std::max<size_t>(1, inputs);
  Levels levels;
  levels.count = of_rows + of_columns - 1;
  for (size_t l = 0; l < levels.count; ++l) {
    // Of the digits s and t = last − s, where each is there.
    const size_t last = levels.count - 1 - l;
    const size_t first = last < of_columns ? 0 : last - of_columns + 1;
    const size_t end = std::min(last + 1, of_rows);
    for (size_t from = first; from < end; from += at_once) {
      std::array<double, digit_columns> part;
      for (size_t s = from; s < std::min(from + at_once, end); ++s) {
        const double* sum = sums + (last - s) * step + s * digit_columns;
        for (size_t j = 0; j < digit_columns; ++j) part[j] = (s == from ? 0 : part[j]) + sum[j];
      }
      for (size_t j = 0; j < digit_columns; ++j) {
        levels.level[l][j] = (from == first ? 0 : levels.level[l][j]) + int64_t(part[j]);
      }
    }
  }
  return levels;
}

// Of the levels [first, end), four at most.
Signed sum_of_half(const Levels& levels, size_t first, size_t end, size_t column) {
  Signed sum = 0;
  for (size_t l = end; l-- > first;) {
    sum = sum * (Signed{1} << digit_bits) + levels.level[l][column];
  }
  return sum;
}

WideBall sum_of_levels(const Levels& levels, size_t column, int exponent) {
  constexpr int all_bits = 128, low_bits = digit_bits * int(half_of_levels);
  constexpr Signed low_mask = (Signed{1} << low_bits) - 1;
  const size_t half = std::min(half_of_levels, levels.count);
  Signed low = sum_of_half(levels, 0, half, column);
  Signed high = sum_of_half(levels, half, levels.count, column);
  high += low >> low_bits;
  low &= low_mask;
  const Signed sign = high >> (all_bits - 1);  // 0 or -1; the rest works without a branch
  high = (high ^ sign) + (low == 0 ? sign & 1 : 0);
  low = ((low ^ sign) - sign) & low_mask;
  const bool negative = sign != 0;
  const auto lower = static_cast<WideBall::Magnitude>(low);
  const auto upper = static_cast<WideBall::Magnitude>(high);  // below 2^119
  if (upper == 0) return {negative, lower, exponent, 0};
  const int shift = low_bits - WideBall::leading_zeros(upper);  // of the sum, to the right
  if (shift <= 0) return {negative, upper << low_bits | lower, exponent, 0};
  const bool cut = lower << (all_bits - shift) != 0;
  const WideBall sum(negative, upper << (low_bits - shift) | lower >> shift, exponent + shift, 0);
  return cut ? sum.within_last_bit() : sum;
}

// Splits each number x, which is below 2^21, into a whole digit, of x's sign if it is 0, and
// rest · 2^-22; x becomes the rest.
void cut_off_digits(double* x, size_t count, float* digits) {
  constexpr double shift = 0x1.8p52;  // beside which a double is a whole number
  for (size_t i = 0; i < count; ++i) {
    const double digit = std::copysign((x[i] + shift) - shift, x[i]);
    digits[i] = float(digit);
    x[i] = (x[i] - digit) * (1 << digit_bits);
  }
}

// The numbers of a column to within 2^-21 of each, from their sizes and their first digits.
struct SignedSizes {
  const float* sizes;
  const float* digits;
  double operator[](size_t k) const {
    return std::copysign(sizes[k * digit_columns], digits[k * digit_columns]);
  }
};

}  // namespace

std::optional<DigitMatrix> DigitMatrix::of(const Reals& W) {
  return of(Elements<double>(W), W.shape()[0], W.shape()[1]);
}
std::optional<DigitMatrix> DigitMatrix::of(const Tensor& W) {
  return of(Elements<double>(W), W.dim(0), W.dim(1));
}

std::optional<DigitMatrix> DigitMatrix::of(const Elements<double>& W, size_t inputs,
                                           size_t outputs) {
  if (inputs > most_terms) return std::nullopt;
  Reals row = empty_array<double>({outputs});
  BitRange range{0, 0};
  for (size_t k = 0; k < inputs; ++k) {
    W.copy(k * outputs, outputs, row.data());
    const std::optional<BitRange> bits = bit_range(row.data(), outputs);
    if (!bits) return std::nullopt;
    range = joined(range, *bits);
  }
  constexpr int far = 400;
  if (std::abs(range.top) > far) return std::nullopt;
  const int digits = (range.top + 1 - range.lowest + digit_bits - 1) / digit_bits;
  if (digits > int(most_digits_of_columns)) return std::nullopt;
  DigitMatrix result;
  result.inputs_ = inputs;
  result.outputs_ = outputs;
  result.digits_ = size_t(digits);
  result.exponent_ = range.top + 1 - digit_bits * digits;
  result.size_unit_ = std::ldexp(1.0, range.top + 1 - digit_bits);
  const size_t panels = (outputs + digit_columns - 1) / digit_columns;
  result.panels_ = empty_array<float>({panels, result.digits_ + 1, inputs, digit_columns});
  const double scale = 1 / result.size_unit_;
  for (size_t k = 0; k < inputs; ++k) {
    W.copy(k * outputs, outputs, row.data());
    for (size_t panel = 0; panel < panels; ++panel) {
      const size_t first = panel * digit_columns;
      const double* from = row.data() + first;
      std::array<double, digit_columns> rest;
      const auto end = std::transform(from, from + std::min(digit_columns, outputs - first),
                                      rest.begin(), [&](double w) { return w * scale; });
      std::fill(end, rest.end(), 0.0);
      float* to = &result.panels_(panel, 0, k, 0);
      const size_t step = inputs * digit_columns;
      std::transform(rest.begin(), rest.end(), to + result.digits_ * step,
                     [](double w) { return float(std::fabs(w) * (1 + 0x1p-22)); });
      for (size_t t = 0; t < result.digits_; ++t) {
        cut_off_digits(rest.data(), digit_columns, to + t * step);
      }
    }
  }
  return result;
}

void DigitMatrix::multiply(const DigitRows& x, size_t group, size_t panel,
                           Array<WideBall>& y) const {
  constexpr double slack = 1 + 0x1p-20;  // more than the rounding of a sum of bounds
  constexpr size_t most_sums = tiles::most_digit_rows * digit_columns;
  const size_t matrix = inputs_ * digit_columns;
  const float* digits = panels_.data() + panel * (digits_ + 1) * matrix;
  const float* sizes = digits + digits_ * matrix;
  const size_t first_row = group * x.at_once, first_column = panel * digit_columns;
  double sums[most_digits_of_columns * most_sums], errors[most_sums];
  const size_t rows = x.at_once * x.count;
  for (size_t t = 0; t < digits_; ++t) {
    tiles::digit_tile(rows)(x.digits.data() + group * inputs_ * rows, digits + t * matrix, inputs_,
                            sums + t * most_sums);
  }
  if (!x.exact) {
    tiles::digit_tile(x.at_once)(x.errors.data() + group * inputs_ * x.at_once, sizes, inputs_,
                                 errors);
  }
  for (size_t r = first_row; r < std::min(first_row + x.at_once, x.rows()); ++r) {
    const size_t at = (r - first_row) * digit_columns;
    const Levels levels = levels_of(sums + at * x.count, digits_, most_sums, x.count, inputs_);
    for (size_t j = 0; j < std::min(digit_columns, outputs_ - first_column); ++j) {
      WideBall sum = sum_of_levels(levels, j, x.exponents[r] + exponent_);
      const double error = x.exact ? 0 : errors[at + j];
      if (error != 0) {
        sum.widen(error * size_unit_ * slack + 0x1p-1060);
      } else if (sum.magnitude() == 0) {
        sum = zero_of_products(x.row(r), SignedSizes{sizes + j, digits + j}, inputs_);
      }
      y.data()[r * outputs_ + first_column + j] = sum;
    }
  }
}

Array<WideBall> DigitMatrix::product(const Array<WideBall>& X) const {
  const DigitRows x = digit_rows(X);
  const size_t groups = x.digits.shape()[0], panels = panels_.shape()[0];
  const double products = double(x.count * digits_ + 1) * double(X.size()) * double(outputs_);
  count_work(static_cast<uint64_t>(std::min(products, 0x1p63)));
  Array<WideBall> y = empty_array<WideBall>({x.rows(), outputs_});
  const size_t threads = worthwhile_threads(2 * products);
  const auto deadline = remaining_limits().deadline;
  std::atomic<bool> undecided = false;
  in_parallel(threads, [&](size_t thread) {
    try {
      for (size_t panel = thread; panel < panels; panel += threads) {
        for (size_t group = 0; group < groups; ++group) {
          if (deadline && std::chrono::steady_clock::now() > *deadline) return;
          multiply(x, group, panel, y);
        }
      }
    } catch (const Undecided&) {
      undecided = true;
    }
  });
  check_deadline();
  if (undecided) throw Undecided();
  return y;
}

}  // namespace etalon
