#include "engine/numerics/wide_ball.h"

#include <array>
#include <bit>

#include "engine/numerics/rounded.h"

namespace etalon {
namespace {

using Magnitude = WideBall::Magnitude;
__extension__ using Signed = __int128;

constexpr int magnitude_bits = 128;
constexpr uint64_t high(Magnitude x) { return static_cast<uint64_t>(x >> 64); }
constexpr uint64_t low(Magnitude x) { return static_cast<uint64_t>(x); }

// floor(a · b / 2^128)
[[gnu::always_inline]] inline Magnitude high_product(Magnitude a, Magnitude b) {
  const Magnitude first = Magnitude{high(a)} * low(b), second = Magnitude{low(a)} * high(b);
  const Magnitude carried = Magnitude{high(Magnitude{low(a)} * low(b))} + low(first) + low(second);
  return Magnitude{high(a)} * high(b) + high(first) + high(second) + high(carried);
}

class Integer {
 public:
  Integer() { fmpz_init(value_); }
  explicit Integer(Magnitude value) : Integer() { fmpz_set_uiui(value_, high(value), low(value)); }
  ~Integer() { fmpz_clear(value_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  operator fmpz*() { return value_; }  // NOLINT: implicit, as fmpz_t itself converts

  // Of a value from 0 to 2^128 - 1.
  Magnitude magnitude() {
    Integer part;
    fmpz_fdiv_q_2exp(part, value_, 64);
    const Magnitude upper = fmpz_get_ui(part);
    fmpz_fdiv_r_2exp(part, value_, 64);
    return (upper << 64) + fmpz_get_ui(part);
  }

 private:
  fmpz_t value_;
};

// floor(x · 2^bits) of 0 ≤ x · 2^bits < 2^128, and whether that cuts something off.
Magnitude fixed_point(const arf_struct* x, long bits, bool& cut) {
  Integer integer;
  cut = arf_get_fmpz_fixed_si(integer, x, -bits) != 0;
  return integer.magnitude();
}

}  // namespace

WideBall::WideBall(const ArbBall& ball)
    : magnitude_(0), radius_(0), exponent_(0), negative_(ball.negative_zero()) {
  if (!ball.finite()) throw Undecided();
  const arf_struct* middle = arb_midref(ball.get());
  radius_ = ball.radius();
  if (arf_is_zero(middle)) return;
  const slong top = arf_abs_bound_lt_2exp_si(middle);
  if (std::abs(top) > std::numeric_limits<int>::max() / 2) throw Undecided();
  arf_t size;
  arf_init(size);
  arf_abs(size, middle);
  bool cut = false;
  const int exponent = static_cast<int>(top) - magnitude_bits;
  const Magnitude magnitude = fixed_point(size, -exponent, cut);
  arf_clear(size);
  *this = {arf_sgn(middle) < 0, magnitude, exponent, radius_};
  if (cut) widen(power_of_two(exponent_));
}

ArbBall WideBall::arb() const {
  ArbBall result;
  Integer integer(magnitude_);
  arb_set_fmpz(result.get(), integer);
  arb_mul_2exp_si(result.get(), result.get(), exponent_);
  if (negative_) arb_neg(result.get(), result.get());
  result.set_negative_zero(negative_ && magnitude_ == 0);
  if (radius_ != 0) result.widen(radius_);
  return result;
}

std::optional<double> WideBall::rounded(DType type) const {
  const Ball nearly(middle(), (radius_ + size() * 0x1p-52) * radius_slack);
  if (type != DType::float64 && magnitude_ != 0 && decides(type, nearly)) return nearly.middle();
  return arb().rounded(type);
}

bool WideBall::has_sign() const { return radius_ == 0 || size() * (1 - 0x1p-50) > radius_; }

int WideBall::sign() const {
  if (!has_sign()) throw Undecided();
  if (magnitude_ == 0) return 0;
  return negative_ ? -1 : 1;
}

WideBall maximum(const WideBall& a, const WideBall& b) {
  const WideBall difference = a - b;
  if (!difference.has_sign()) return WideBall(maximum(a.arb(), b.arb()));
  return difference.sign() < 0 ? b : a;
}

WideBall operator+(const WideBall& a, const WideBall& b) {
  const double radius = (a.radius_ + b.radius_) * WideBall::radius_slack;
  if (a.magnitude_ == 0 || b.magnitude_ == 0) {
    WideBall sum = a.magnitude_ == 0 ? b : a;
    sum.radius_ = radius;
    if (sum.magnitude_ == 0) sum.negative_ = a.negative_ && b.negative_;
    return sum;
  }
  const bool a_is_greater =
      a.exponent_ != b.exponent_ ? a.exponent_ > b.exponent_ : a.magnitude_ >= b.magnitude_;
  const WideBall& x = a_is_greater ? a : b;
  const WideBall& y = a_is_greater ? b : a;
  const int shift = x.exponent_ - y.exponent_;
  const bool vanishes = shift >= magnitude_bits;
  const Magnitude part = vanishes ? 0 : y.magnitude_ >> shift;
  bool cut = vanishes || part << shift != y.magnitude_;
  int exponent = x.exponent_;
  Magnitude sum = 0;
  if (x.negative_ != y.negative_) {
    sum = x.magnitude_ - part;
  } else {
    sum = x.magnitude_ + part;
    if (sum < part) {  // 2^128 is carried
      cut = cut || (sum & 1) != 0;
      sum = sum >> 1 | Magnitude{1} << (magnitude_bits - 1);
      ++exponent;
    }
  }
  WideBall result(sum != 0 && x.negative_, sum, exponent, radius);
  if (cut) result.widen(WideBall::power_of_two(exponent));
  return result;
}

WideBall operator*(const WideBall& a, const WideBall& b) {
  const bool is_zero = a.magnitude_ == 0 || b.magnitude_ == 0;
  const bool exact = is_zero || (low(a.magnitude_) == 0 && low(b.magnitude_) == 0);
  const auto is_zero_itself = [](const WideBall& x) { return x.magnitude_ == 0 && x.radius_ == 0; };
  const bool known = (a.radius_ == 0 && b.radius_ == 0) || is_zero_itself(a) || is_zero_itself(b);
  const Magnitude product = high_product(a.magnitude_, b.magnitude_);
  const int exponent = a.exponent_ + b.exponent_ + magnitude_bits;
  WideBall result(a.negative_ != b.negative_, product, exponent, 0);
  if (!known) {
    result.widen(a.size() * b.radius_ + (b.size() + b.radius_) * a.radius_ + 0x1p-1060);
  }
  if (!exact) result.widen(WideBall::power_of_two(exponent));
  return result;
}

// By a reciprocal of 64 bits and a step of Newton's.
WideBall operator/(const WideBall& a, const WideBall& b) {
  constexpr double error = 0x1p-120;
  const double least = b.size() * (1 - 0x1p-50) - b.radius_;
  if (!(least > 0)) throw Undecided();
  if (a.magnitude_ == 0) {
    const double radius =
        a.radius_ == 0 ? 0 : a.radius_ / least * WideBall::radius_slack + 0x1p-1060;
    return {a.negative_ != b.negative_, 0, 0, radius};
  }
  constexpr Magnitude one = Magnitude{1} << 126;
  // 2^254 / b to within 2^-62 of it; then to within 2^-123.
  Magnitude reciprocal = (~Magnitude{0} / high(b.magnitude_)) << 62;
  const auto rest = static_cast<Signed>(one - high_product(b.magnitude_, reciprocal));
  const auto change =
      high_product(reciprocal, static_cast<Magnitude>(rest < 0 ? -rest : rest) << 2);
  reciprocal += rest < 0 ? -change : change;
  WideBall quotient(a.negative_ != b.negative_, high_product(a.magnitude_, reciprocal),
                    a.exponent_ - b.exponent_ - 126, 0);
  const double size = quotient.size();
  quotient.widen((a.radius_ + size * b.radius_) / least * WideBall::radius_slack + size * error +
                 0x1p-1060);
  return quotient;
}

namespace real {
namespace {

WideBall through_arb(ArbBall (*f)(const ArbBall&), const WideBall& x) {
  return WideBall(f(x.arb()));
}

// Numbers from 0 to 1 in units of 2^-128, and from 1 to 2 in units of 2^-127; each rounded down.
constexpr size_t taylor_terms = 9, short_terms = 5, powers_of_e = 89;
constexpr slong steps_bits = 7;  // a step of powers_of_e is 2^-7; one between them is 2^-14
constexpr size_t steps_between = size_t{1} << steps_bits;
constexpr int unit_bits = 120;

struct ExponentialTable {
  Signed ln2;                                   // in units of 2^-120
  std::array<Magnitude, powers_of_e> power;     // of each k: exp(k · 2^-7)
  std::array<Magnitude, steps_between> growth;  // of each k: exp(k · 2^-14) - 1

  ExponentialTable() {
    constexpr slong bits = 256;
    bool cut = false;
    arb_t x;
    arb_init(x);
    arb_const_log2(x, bits);
    ln2 = static_cast<Signed>(fixed_point(arb_midref(x), unit_bits, cut));
    for (size_t k = 0; k < powers_of_e; ++k) {
      arb_set_ui(x, k);
      arb_mul_2exp_si(x, x, -steps_bits);
      arb_exp(x, x, bits);
      power[k] = fixed_point(arb_midref(x), magnitude_bits - 1, cut);
    }
    for (size_t k = 0; k < steps_between; ++k) {
      arb_set_ui(x, k);
      arb_mul_2exp_si(x, x, -2 * steps_bits);
      arb_expm1(x, x, bits);
      growth[k] = fixed_point(arb_midref(x), magnitude_bits, cut);
    }
    arb_clear(x);
  }
};

// exp(s) - 1 for 0 ≤ s < 2^-14, in units of 2^-128, to within 2^-122: by Taylor's series, of which
// the first term left out is below 2^-144, and those from s^5 / 5! on, below 2^-76, have 64 bits.
Magnitude expm1_of_small(Magnitude s) {
  constexpr auto coefficients = [] {
    std::array<Magnitude, taylor_terms> c{};  // 1 / n!
    Magnitude factorial = 1;
    for (size_t n = 2; n < taylor_terms; ++n) c[n] = ~Magnitude{0} / (factorial *= n);
    return c;
  }();
  uint64_t last_terms = high(coefficients[taylor_terms - 1]);
  for (size_t n = taylor_terms - 1; n-- > short_terms;) {
    last_terms = high(coefficients[n]) + high(Magnitude{last_terms} * high(s));
  }
  Magnitude sum = coefficients[short_terms - 1] + Magnitude{last_terms} * high(s);
  for (size_t n = short_terms - 1; n-- > 2;) sum = coefficients[n] + high_product(sum, s);
  return s + high_product(high_product(s, s), sum);
}

// exp of the middle of x ≠ 0, |x| < 64, without a radius: x = k · ln 2 + j · 2^-7 + i · 2^-14 + s.
// The error is below 2^-113 of the result: 94 units of 2^-120 in s, at most one of them by cutting
// x and one for each multiple of ln 2, and less than five for what follows.
WideBall exp_of_middle(const WideBall& x) {
  static const ExponentialTable table;
  const int shift = -unit_bits - x.exponent();
  const Magnitude size = shift < magnitude_bits ? x.magnitude() >> shift : 0;
  const Signed whole = x.negative() ? -static_cast<Signed>(size) : static_cast<Signed>(size);
  constexpr double log2_e = 1 / std::numbers::ln2;
  const double octaves = x.middle() * log2_e;
  int k = static_cast<int>(octaves) - (octaves < 0 ? 1 : 0);  // the floor, or 1 off
  Signed rest = whole - k * table.ln2;
  if (rest < 0) {
    rest += table.ln2;
    --k;
  } else if (rest >= table.ln2) {
    rest -= table.ln2;
    ++k;
  }
  const auto units = static_cast<Magnitude>(rest);
  const auto steps = static_cast<size_t>(units >> (unit_bits - 2 * steps_bits));
  const Magnitude power = table.power[steps / steps_between];
  const Magnitude growth = table.growth[steps % steps_between];
  const Magnitude small =
      expm1_of_small((units << (magnitude_bits - unit_bits + 2 * steps_bits)) >> (2 * steps_bits));
  const Magnitude rest_growth = growth + small + high_product(growth, small);
  return {false, power + high_product(power, rest_growth), k - (magnitude_bits - 1), 0};
}

}  // namespace

WideBall expm1(const WideBall& x) { return through_arb(expm1, x); }
WideBall log1p(const WideBall& x) { return through_arb(log1p, x); }
WideBall pow(const WideBall& x, const WideBall& y) { return WideBall(pow(x.arb(), y.arb())); }

WideBall exp(const WideBall& x) {
  constexpr double error = 0x1p-113;
  if (x.magnitude() == 0 || x.size() >= 64 || x.radius() >= 0.5) return through_arb(exp, x);
  WideBall result = exp_of_middle(x);
  result.widen(result.size() * (error + x.radius() * (1 + x.radius())));
  return result;
}

// 2 / (1 + exp(-2x)) - 1, for |x|. Near 0 too many digits would cancel.
WideBall tanh(const WideBall& x) {
  if (x.size() < 0x1p-16 || x.size() >= 32) return through_arb(tanh, x);
  const WideBall result = 2 / (1 + exp(-2 * abs(x))) - 1;
  return x.negative() ? -result : result;
}

}  // namespace real
}  // namespace etalon
