#include "ops/ai.onnx/rnn/fixed_point.h"

#include <bit>
#include <cmath>

namespace etalon {
namespace {

constexpr unsigned low_bits = 62;

class Integer {
 public:
  Integer() { fmpz_init(value_); }
  explicit Integer(__int128 value) : Integer() {
    const auto bits = static_cast<unsigned __int128>(value);
    fmpz_set_signed_uiui(value_, static_cast<ulong>(bits >> 64), static_cast<ulong>(bits));
  }
  ~Integer() { fmpz_clear(value_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  operator fmpz*() { return value_; }  // NOLINT: implicit, as fmpz_t itself converts

 private:
  fmpz_t value_;
};

// The least e with |x| < 2^e for all numbers; 0 if all are 0.
std::optional<long> exponent_of(std::span<const ArbBall> x) {
  constexpr long far = 800;
  std::optional<long> top;
  for (const ArbBall& each : x) {
    if (!each.finite()) return std::nullopt;
    const arf_struct* middle = arb_midref(each.get());
    if (arf_is_zero(middle)) continue;
    const long e = arf_abs_bound_lt_2exp_si(middle);
    if (std::abs(e) > far) return std::nullopt;
    top = std::max(top.value_or(e), e);
  }
  return top.value_or(0);
}

}  // namespace

std::optional<FixedRow> fixed_row(std::span<const ArbBall> x) {
  const std::optional<long> top = exponent_of(x);
  if (!top) return std::nullopt;
  FixedRow row{FixedIntegers(x.size()), FixedIntegers(x.size()), *top - FixedRow::bits,
               empty_array<double>({1, x.size()})};
  Integer whole, part;
  for (size_t k = 0; k < x.size(); ++k) {
    const bool cut = arf_get_fmpz_fixed_si(whole, arb_midref(x[k].get()), row.exponent) != 0;
    fmpz_fdiv_q_2exp(part, whole, low_bits);
    row.high[k] = fmpz_get_si(part);
    fmpz_fdiv_r_2exp(part, whole, low_bits);
    row.low[k] = fmpz_get_si(part);
    row.errors(0, k) = x[k].radius() + (cut ? std::ldexp(1.0, int(row.exponent)) : 0);
    row.exact = row.exact && row.errors(0, k) == 0;
  }
  return row;
}

// A sum of n products with the 62 bits of `low` has to stay below 2^127.
std::optional<FixedColumn> fixed_column(std::span<const double> w) {
  const int width = 64 - std::bit_width(w.size());
  double greatest = 0;
  for (const double each : w) {
    if (!std::isfinite(each)) return std::nullopt;
    greatest = std::max(greatest, std::fabs(each));
  }
  FixedColumn column{FixedIntegers(w.size())};
  if (greatest == 0) return column;
  column.exponent = std::ilogb(greatest) + 1 - width;
  for (size_t k = 0; k < w.size(); ++k) {
    const double integer = std::ldexp(w[k], -int(column.exponent));
    if (integer != std::trunc(integer)) return std::nullopt;
    column.integers[k] = static_cast<int64_t>(integer);
  }
  return column;
}

ArbBall inner(const FixedRow& x, const FixedColumn& w) {
  __int128 high = 0, low = 0;
  for (size_t k = 0; k < w.integers.size(); ++k) {
    high += static_cast<__int128>(x.high[k]) * w.integers[k];
    low += static_cast<__int128>(x.low[k]) * w.integers[k];
  }
  Integer sum(high), rest(low);
  fmpz_mul_2exp(sum, sum, low_bits);
  fmpz_add(sum, sum, rest);
  ArbBall y;
  arb_set_round_fmpz(y.get(), sum, precision_bits());
  arb_mul_2exp_si(y.get(), y.get(), x.exponent + w.exponent);
  return y;
}

}  // namespace etalon
