#include "engine/numerics/wide_ball.h"

#if __has_include(<flint/arb_hypgeom.h>)
#include <flint/arb_hypgeom.h>
#else
#include <arb_hypgeom.h>
#endif

#include <array>
#include <bit>
#include <mutex>

#include "engine/numerics/limbs.h"
#include "engine/numerics/rounded.h"
#include "engine/values/evaluation.h"

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
  explicit Integer(Magnitude value) : Integer() { set_unsigned(value_, value); }
  ~Integer() { fmpz_clear(value_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  operator fmpz*() { return value_; }  // NOLINT: implicit, as fmpz_t itself converts

  // Of a value from 0 to 2^128 - 1.
  Magnitude magnitude() const { return get_unsigned<Magnitude>(value_); }

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

// A double keeps the first 53 of 128 bits: rounding changes halfway between two of these, in units
// of the last bit at 2^74. A power of two is no closer than that to where it changes.
std::optional<double> WideBall::rounded_by_digits() const {
  constexpr int cut_bits = magnitude_bits - 53;
  constexpr Magnitude half = Magnitude{1} << (cut_bits - 1);
  const double error = radius_ / power_of_two(exponent_);
  if (magnitude_ == 0 || !(error < 0x1p70)) return std::nullopt;
  const Magnitude last = magnitude_ & (2 * half - 1);
  const Magnitude gap = last < half ? half - last : last - half;
  if (gap <= static_cast<Magnitude>(error) + 2) return std::nullopt;
  const auto digits = static_cast<uint64_t>(magnitude_ >> cut_bits) + (last > half ? 1 : 0);
  const double size = static_cast<double>(digits) * power_of_two(exponent_ + cut_bits);
  return negative_ ? -size : size;
}

std::optional<double> WideBall::rounded(DType type) const {
  if (type == DType::float64) {
    if (const auto result = rounded_by_digits()) return result;
  }
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

// A function by Taylor's series about centers that are 2^-6 apart, below 8, each of which is made
// when it is first needed; by Arb elsewhere.
class LocalSeries {
 public:
  using Series = void (*)(arb_poly_t result, const arb_poly_t x, slong terms, slong bits);
  using Function = ArbBall (*)(const ArbBall& x);

  LocalSeries(Series series, Function f) : series_(series), f_(f), centers_(8 * per_unit) {}

  // Of x that is not negative.
  WideBall operator()(const WideBall& x) const {
    const double place = x.middle() * per_unit + 0.5;
    if (x.radius() >= 0x1p-40 || place >= double(centers_.size())) return through_arb(f_, x);
    const auto nearest = static_cast<size_t>(place);
    Center& at = centers_[nearest];
    std::call_once(at.is_made, [&] { make(at, double(nearest) / per_unit); });
    const WideBall h = x - double(nearest) / per_unit;
    WideBall sum = at.coefficients[terms - 1];
    for (size_t n = terms - 1; n-- > 0;) sum = sum * h + at.coefficients[n];
    double rest = at.rest;
    const double size = h.size() + h.radius();
    for (size_t n = 0; n < terms; ++n) rest *= size;
    sum.widen(rest * (1 + 0x1p-40) + 0x1p-1060);
    return sum;
  }

 private:
  static constexpr int per_unit = 64;
  static constexpr size_t terms = 16;
  struct Center {
    std::once_flag is_made;
    std::array<WideBall, terms> coefficients;
    double rest;  // of any point as far off as half a step, and a little more: |f^(terms)| / terms!
  };

  // Of x + h: constant + h.
  std::vector<ArbBall> series_at(const ArbBall& x, slong count) const {
    constexpr slong bits = 256;
    arb_poly_t at, result;
    arb_poly_init(at);
    arb_poly_init(result);
    arb_poly_set_coeff_si(at, 1, 1);
    arb_poly_set_coeff_arb(at, 0, x.get());
    series_(result, at, count, bits);
    std::vector<ArbBall> coefficients(static_cast<size_t>(count));
    for (slong n = 0; n < count; ++n) {
      arb_poly_get_coeff_arb(coefficients[size_t(n)].get(), result, n);
    }
    arb_poly_clear(at);
    arb_poly_clear(result);
    return coefficients;
  }

  void make(Center& center, double x) const {
    const Setting scope(&Evaluation::precision, 256);
    const std::vector<ArbBall> exact = series_at(x, terms);
    for (size_t n = 0; n < terms; ++n) center.coefficients[n] = WideBall(exact[n]);
    ArbBall around(x);
    around.widen(0.51 / per_unit);
    const ArbBall rest = series_at(around, terms + 1)[terms];
    center.rest = (std::fabs(rest.middle()) + rest.radius()) * (1 + 0x1p-40);
  }

  Series series_;
  Function f_;
  mutable std::vector<Center> centers_;
};

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

template <>
WideBall pi() {
  static const WideBall value = [] {
    const Setting scope(&Evaluation::precision, 256);
    return WideBall(pi<ArbBall>());
  }();
  return value;
}

WideBall tan(const WideBall& x) { return through_arb(tan, x); }
WideBall asin(const WideBall& x) { return through_arb(asin, x); }
WideBall acos(const WideBall& x) { return through_arb(acos, x); }
WideBall sinh(const WideBall& x) { return through_arb(sinh, x); }
WideBall cosh(const WideBall& x) { return through_arb(cosh, x); }
WideBall asinh(const WideBall& x) { return through_arb(asinh, x); }
WideBall acosh(const WideBall& x) { return through_arb(acosh, x); }
WideBall atanh(const WideBall& x) { return through_arb(atanh, x); }
WideBall floor(const WideBall& x) { return through_arb(floor, x); }
WideBall ceil(const WideBall& x) { return through_arb(ceil, x); }
WideBall trunc(const WideBall& x) { return through_arb(trunc, x); }
WideBall rint(const WideBall& x) { return through_arb(rint, x); }

WideBall exp(const WideBall& x) {
  constexpr double error = 0x1p-113;
  if (x.magnitude() == 0 || x.size() >= 64 || x.radius() >= 0.5) return through_arb(exp, x);
  WideBall result = exp_of_middle(x);
  result.widen(result.size() * (error + x.radius() * (1 + x.radius())));
  return result;
}

// A step of Newton's from a double y0 with |y0 - √x| < 2^-51 · √x: it is (y0 - √x)² / (2 · y0) off.
WideBall sqrt(const WideBall& x) {
  constexpr double error = 0x1p-102;
  const double least = x.size() * (1 - 0x1p-50) - x.radius();
  if (x.negative() || !(least > 0)) return through_arb(sqrt, x);
  const WideBall exact(false, x.magnitude(), x.exponent(), 0);
  const WideBall nearly(std::sqrt(x.middle()));
  WideBall result = (nearly + exact / nearly) * 0.5;
  result.widen(result.size() * error + x.radius() / std::sqrt(least));
  return result;
}

// The same where few digits cancel.
WideBall expm1(const WideBall& x) {
  return x.size() < 0x1p-10 ? through_arb(expm1, x) : exp(x) - 1;
}
WideBall log1p(const WideBall& x) {
  return x.size() < 0x1p-10 ? through_arb(log1p, x) : log(1 + x);
}

// y0 + log(1 + z) with z = x · exp(-y0) - 1 near 0, of which the first term left out is z^4 / 4.
WideBall log(const WideBall& x) {
  constexpr double near = 0x1p-32;
  if (x.negative() || x.magnitude() == 0) return through_arb(log, x);
  const double nearly = log(x.middle());
  if (std::fabs(nearly) < 0x1p-30 || std::fabs(nearly) >= 64) return through_arb(log, x);
  const WideBall z = x * exp(WideBall(-nearly)) - 1;
  const double most = z.size() + z.radius();
  if (!(most < near)) return through_arb(log, x);
  WideBall result = nearly + (z - z * z * 0.5 + z * z * z / 3);
  result.widen(most * most * most * most);
  return result;
}

WideBall pow(const WideBall& x, const WideBall& y) {
  if (x.negative() || x.magnitude() == 0) return WideBall(pow(x.arb(), y.arb()));
  return exp(y * log(x));
}

WideBall sin(const WideBall& x) {
  static const LocalSeries series(arb_poly_sin_series, sin);
  return x.negative() ? -series(-x) : series(x);
}
WideBall cos(const WideBall& x) {
  static const LocalSeries series(arb_poly_cos_series, cos);
  return series(abs(x));
}
WideBall atan(const WideBall& x) {
  static const LocalSeries series(arb_poly_atan_series, atan);
  return x.negative() ? -series(-x) : series(x);
}
WideBall erf(const WideBall& x) {
  static const LocalSeries series(arb_hypgeom_erf_series, erf);
  return x.negative() ? -series(-x) : series(x);
}
// Up to 5 half of the digits cancel, or fewer.
WideBall erfc(const WideBall& x) {
  if (!x.negative() && x.size() >= 5) return through_arb(erfc, x);
  return 1 - erf(x);
}

// 2 / (1 + exp(-2x)) - 1, for |x|. Near 0 too many digits would cancel.
WideBall tanh(const WideBall& x) {
  if (x.size() < 0x1p-16 || x.size() >= 32) return through_arb(tanh, x);
  const WideBall result = 2 / (1 + exp(-2 * abs(x))) - 1;
  return x.negative() ? -result : result;
}

}  // namespace real
}  // namespace etalon
