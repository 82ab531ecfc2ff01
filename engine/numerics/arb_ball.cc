#include "engine/numerics/arb_ball.h"

#if __has_include(<flint/arb_hypgeom.h>)
#include <flint/arb_hypgeom.h>
#else
#include <arb_hypgeom.h>
#endif

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "engine/numerics/paths.h"
#include "engine/numerics/rounded.h"
#include "engine/values/rounding.h"
#include "engine/values/tensor.h"

namespace etalon {
namespace {

thread_local long precision = 64;
thread_local bool middles = false;

class Bound {
 public:
  Bound() { arf_init(value_); }
  ~Bound() { arf_clear(value_); }
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
  operator arf_struct*() { return value_; }  // NOLINT: implicit, as arf_t itself converts

  double nearest() const { return arf_get_d(value_, ARF_RND_NEAR); }

  // Rounded to odd: a number that is no double becomes the neighbour whose last bit is 1. To round
  // that again, to a type of at most 51 bits, is to round the number once (Boldo and Melquiond,
  // 2008).
  double odd() const {
    const double cut = arf_get_d(value_, ARF_RND_DOWN);
    if (arf_cmp_d(value_, cut) == 0) return cut;
    const uint64_t sign = arf_sgn(value_) < 0 ? uint64_t{1} << 63 : 0;
    return std::bit_cast<double>(std::bit_cast<uint64_t>(cut) | sign | 1);
  }

 private:
  arf_t value_;
};

bool same(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

// True for ±2^k and 0, by which multiplying is exact.
bool is_power_of_two(const ArbBall& x) {
  return arb_is_exact(x.get()) && arf_bits(arb_midref(x.get())) <= 1;
}

// True for a number of the runtime's type, not below its normal ones: the four operations of IEEE
// 754 do not round it.
bool is_held(const Rounding& rounding, const ArbBall& x) {
  return arb_is_exact(x.get()) && arf_bits(arb_midref(x.get())) <= rounding.bits &&
         arf_cmpabs_d(arb_midref(x.get()), rounding.tiny) >= 0;
}

// What another runtime may be off by in an operation with this result: so many half ULPs. An ULP is
// 2u times the power of two at or below the result.
ArbBall introduced(ArbBall result, unsigned half_ulps) {
  const Rounding* rounding = current_rounding();
  if (!rounding || arb_is_zero(result.get()) || !result.finite()) return result;
  if (half_ulps == 1 && is_held(*rounding, result)) return result;
  mag_t error;
  mag_init(error);
  arb_get_mag(error, result.get());  // below 2^exponent
  fmpz_t exponent;
  fmpz_init_set(exponent, MAG_EXPREF(error));
  mag_set_ui(error, half_ulps);
  mag_mul_2exp_fmpz(error, error, exponent);
  mag_mul_2exp_si(error, error, -1 - rounding->bits);
  fmpz_clear(exponent);
  mag_add(arb_radref(result.get()), arb_radref(result.get()), error);
  mag_set_d(error, rounding->tiny);
  mag_add(arb_radref(result.get()), arb_radref(result.get()), error);
  mag_clear(error);
  return result;
}

}  // namespace

void ArbBall::widen(double error) {
  if (error == 0) return;
  mag_t more;
  mag_init(more);
  mag_set_d(more, error);
  mag_add(arb_radref(value_), arb_radref(value_), more);
  mag_clear(more);
}

MiddlesScope::MiddlesScope() : saved_(std::exchange(middles, true)) {}
MiddlesScope::~MiddlesScope() { middles = saved_; }
bool MiddlesScope::in_force() { return middles; }

long precision_bits() { return precision; }

PrecisionScope::PrecisionScope(long bits) : saved_(precision) { precision = bits; }
PrecisionScope::~PrecisionScope() { precision = saved_; }

ArbBall::ArbBall(double value) : negative_zero_(value == 0 && std::signbit(value)) {
  arb_init(value_);
  arf_set_d(arb_midref(value_), value);
}
ArbBall::ArbBall(const ArbBall& other) : negative_zero_(other.negative_zero_) {
  arb_init(value_);
  arb_set(value_, other.value_);
}
ArbBall::ArbBall(ArbBall&& other) noexcept : negative_zero_(other.negative_zero_) {
  arb_init(value_);
  arb_swap(value_, other.value_);
}
ArbBall& ArbBall::operator=(ArbBall other) noexcept {
  arb_swap(value_, other.value_);
  negative_zero_ = other.negative_zero_;
  return *this;
}
ArbBall::~ArbBall() { arb_clear(value_); }

bool ArbBall::finite() const { return arb_is_finite(value_) != 0; }
bool ArbBall::special() const {
  return !arf_is_finite(arb_midref(value_)) && mag_is_zero(arb_radref(value_));
}
bool ArbBall::is_nan() const { return special() && arf_is_nan(arb_midref(value_)); }
bool ArbBall::negative() const {
  return is_zero() ? negative_zero_ : arf_sgn(arb_midref(value_)) < 0;
}

double ArbBall::middle() const {
  return is_zero() && negative_zero_ ? -0.0 : arf_get_d(arb_midref(value_), ARF_RND_NEAR);
}
double ArbBall::radius() const {
  if (mag_is_zero(arb_radref(value_))) return 0;
  return std::nextafter(mag_get_d(arb_radref(value_)), std::numeric_limits<double>::infinity());
}

std::optional<double> ArbBall::rounded(DType type) const {
  if (special() || is_zero()) return middle();
  if (!finite()) return std::nullopt;
  Bound lower;
  Bound upper;
  if (arb_is_exact(value_)) {
    arf_set(lower, arb_midref(value_));
    arf_set(upper, arb_midref(value_));
  } else {  // rounded outwards: the exact ends may have more bits than there is memory
    arb_get_lbound_arf(lower, value_, precision);
    arb_get_ubound_arf(upper, value_, precision);
  }
  const bool is_double = type == DType::float64;
  const double low = is_double ? lower.nearest() : lower.odd();
  const double high = is_double ? upper.nearest() : upper.odd();
  if (same(low, high)) {
    return low == 0 && negative() ? -0.0 : low;
  }
  if (!is_double && same(round_to(type, low), round_to(type, high))) return low;
  // What is below all numbers of every type, and not told from 0 by so many bits, is taken as 0.
  constexpr long conclusive_bits = 2048;
  const bool vanishes = std::fabs(low) < 0x1p-1073 && std::fabs(high) < 0x1p-1073;
  if (vanishes && low <= 0 && high >= 0 && precision >= conclusive_bits) {
    count_undecided();
    return 0.0;
  }
  return std::nullopt;
}

ArbBall ArbBall::special(double value, const ArbBall& a, const ArbBall& b, bool same) {
  const bool special = a.special() || b.special();
  const bool known = same && special && (a.special() || a.finite()) && (b.special() || b.finite());
  if (known) return value;
  return unknown();
}

ArbBall ArbBall::unknown() {
  ArbBall result;
  arb_indeterminate(result.value_);
  return result;
}

ArbBall ArbBall::with_sign_of(ArbBall product, const ArbBall& a, const ArbBall& b) {
  if (product.is_zero()) product.negative_zero_ = a.negative() != b.negative();
  return product;
}

ArbBall operator-(const ArbBall& a) {
  ArbBall result;
  arb_neg(result.value_, a.value_);
  result.negative_zero_ = !a.negative_zero_;
  return result;
}

ArbBall operator+(const ArbBall& a, const ArbBall& b) {
  if (a.special() || b.special()) {
    return ArbBall::special(a.middle() + b.middle(), a, b, true);
  }
  ArbBall result;
  arb_add(result.value_, a.value_, b.value_, precision);
  result.negative_zero_ = a.is_zero() && b.is_zero() && a.negative_zero_ && b.negative_zero_;
  if (a.is_zero() || b.is_zero()) return result;
  return introduced(std::move(result), 1);
}

ArbBall operator-(const ArbBall& a, const ArbBall& b) { return a + -b; }

ArbBall operator*(const ArbBall& a, const ArbBall& b) {
  if (a.special() || b.special()) {
    return ArbBall::special(a.middle() * b.middle(), a, b, a.has_sign() && b.has_sign());
  }
  ArbBall result;
  arb_mul(result.value_, a.value_, b.value_, precision);
  if (!is_power_of_two(a) && !is_power_of_two(b)) result = introduced(std::move(result), 1);
  return ArbBall::with_sign_of(std::move(result), a, b);
}

ArbBall operator/(const ArbBall& a, const ArbBall& b) {
  if (a.special() || b.special()) {
    return ArbBall::special(a.middle() / b.middle(), a, b, a.has_sign() && b.has_sign());
  }
  if (b.is_zero() && a.has_sign()) return a.middle() / b.middle();  // a pole
  ArbBall result;
  arb_div(result.value_, a.value_, b.value_, precision);
  if (!is_power_of_two(b)) result = introduced(std::move(result), HalfUlps::division);
  return ArbBall::with_sign_of(std::move(result), a, b);
}

bool operator<(const ArbBall& a, const ArbBall& b) {
  if (a.is_nan() || b.is_nan()) return false;
  if (arb_lt(a.value_, b.value_)) return true;
  if (arb_ge(a.value_, b.value_)) return false;
  return !middles && PathScope::answer();
}

bool operator<=(const ArbBall& a, const ArbBall& b) {
  return !a.is_nan() && !b.is_nan() && !(b < a);
}

bool operator==(const ArbBall& a, const ArbBall& b) {
  if (a.is_nan() || b.is_nan() || !arb_overlaps(a.value_, b.value_)) return false;
  if (arb_is_exact(a.value_) && arb_is_exact(b.value_)) return true;
  return middles || PathScope::answer();
}

ArbBall maximum(const ArbBall& a, const ArbBall& b) {
  if (a.is_nan() || b.is_nan()) return std::numeric_limits<double>::quiet_NaN();
  if (a.is_zero() && b.is_zero()) return a;
  if (a.special()) return a.middle() > 0 ? a : b;  // ∞, or −∞, below all
  if (b.special()) return b.middle() > 0 ? b : a;
  ArbBall result;
  arb_max(result.value_, a.value_, b.value_, precision);
  if (result.is_zero()) result.negative_zero_ = a.is_zero() ? a.negative_zero_ : b.negative_zero_;
  return result;
}

ArbBall hull(const ArbBall& a, const ArbBall& b) {
  if (a.special() || b.special()) {
    return same(a.middle(), b.middle()) || (a.is_nan() && b.is_nan()) ? a : ArbBall::unknown();
  }
  ArbBall result;
  arb_union(result.value_, a.value_, b.value_, precision);
  return result;
}

ArbBall minimum(const ArbBall& a, const ArbBall& b) { return -maximum(-a, -b); }

namespace real {
namespace {

using Function = double (*)(double);

// f(x): Arb's for finite numbers; the mathematical library's, whose value is then exact, for
// infinities, NaN and finite numbers where f has a pole or no value.
// `half_ulps` is what another runtime may be off by.
ArbBall applied(void (*function)(arb_t, const arb_t, slong), Function f, const ArbBall& x,
                unsigned half_ulps) {
  const double at = x.special() || arb_is_exact(x.get()) ? f(x.middle()) : 0;
  ArbBall result;
  if (x.special()) return at;
  function(result.get(), x.get(), precision);
  if (!std::isfinite(at) && !result.finite()) return at;
  if (arb_is_zero(x.get())) result.set_negative_zero(x.negative_zero());
  return introduced(std::move(result), half_ulps);
}

}  // namespace

template <>
ArbBall pi() {
  ArbBall result;
  arb_const_pi(result.get(), precision);
  return result;
}

ArbBall abs(const ArbBall& x) {
  ArbBall result;
  arb_abs(result.get(), x.get());
  return result;
}

ArbBall sqrt(const ArbBall& x) { return applied(arb_sqrt, sqrt, x, HalfUlps::sqrt); }
ArbBall exp(const ArbBall& x) { return applied(arb_exp, exp, x, HalfUlps::exp); }
// Formulas of the specification are exp(x) - 1 and log(1 + x), and a runtime may compute these, or
// have functions of its own for them.
ArbBall expm1(const ArbBall& x) {
  const ArbBall y = applied(arb_expm1, expm1, x, HalfUlps::exp);
  return current_rounding() ? hull(exp(x) - 1, y) : y;
}
ArbBall log(const ArbBall& x) { return applied(arb_log, log, x, HalfUlps::log); }
ArbBall log1p(const ArbBall& x) {
  const ArbBall y = applied(arb_log1p, log1p, x, HalfUlps::log);
  return current_rounding() ? hull(log(1 + x), y) : y;
}
ArbBall sin(const ArbBall& x) { return applied(arb_sin, sin, x, HalfUlps::sin); }
ArbBall cos(const ArbBall& x) { return applied(arb_cos, cos, x, HalfUlps::cos); }
ArbBall tan(const ArbBall& x) { return applied(arb_tan, tan, x, HalfUlps::tan); }
ArbBall asin(const ArbBall& x) { return applied(arb_asin, asin, x, HalfUlps::asin); }
ArbBall acos(const ArbBall& x) { return applied(arb_acos, acos, x, HalfUlps::acos); }
ArbBall atan(const ArbBall& x) { return applied(arb_atan, atan, x, HalfUlps::atan); }
ArbBall sinh(const ArbBall& x) { return applied(arb_sinh, sinh, x, HalfUlps::sinh); }
ArbBall cosh(const ArbBall& x) { return applied(arb_cosh, cosh, x, HalfUlps::cosh); }
ArbBall tanh(const ArbBall& x) { return applied(arb_tanh, tanh, x, HalfUlps::tanh); }
ArbBall asinh(const ArbBall& x) { return applied(arb_asinh, asinh, x, HalfUlps::asinh); }
ArbBall acosh(const ArbBall& x) { return applied(arb_acosh, acosh, x, HalfUlps::acosh); }
ArbBall atanh(const ArbBall& x) { return applied(arb_atanh, atanh, x, HalfUlps::atanh); }
ArbBall erf(const ArbBall& x) { return applied(arb_hypgeom_erf, erf, x, HalfUlps::erf); }
ArbBall erfc(const ArbBall& x) { return applied(arb_hypgeom_erfc, erfc, x, HalfUlps::erfc); }

ArbBall pow(const ArbBall& x, const ArbBall& y) {
  const bool exact = arb_is_exact(x.get()) && arb_is_exact(y.get());
  const double z = exact ? pow(x.middle(), y.middle()) : 0;
  if (x.special() || y.special() || std::isnan(z) || (exact && arb_is_zero(x.get()))) return z;
  ArbBall base = x;
  ArbBall exponent = y;
  // x^(k / 2^n) is exact where the n-fold square root of x is.
  while (arb_is_exact(exponent.get()) && !arb_is_int(exponent.get())) {
    const ArbBall root = sqrt(base);
    if (!arb_is_exact(root.get()) || arb_equal(root.get(), base.get())) break;
    base = root;
    arb_mul_2exp_si(exponent.get(), exponent.get(), 1);
  }
  ArbBall result;
  arb_pow(result.get(), base.get(), exponent.get(), precision);
  return introduced(std::move(result), HalfUlps::pow);
}

namespace {

// A whole number beside x by the rule `rounding`, in place.
using Whole = void (*)(arf_t, const arf_t);

void to_even(arf_t y, const arf_t x) {
  Bound below;
  Bound rest;
  arf_floor(below, x);
  arf_sub(rest, x, below, ARF_PREC_EXACT, ARF_RND_DOWN);
  const int side = arf_cmp_d(rest, 0.5);
  Bound half;
  arf_mul_2exp_si(half, below, -1);
  const bool up = side > 0 || (side == 0 && !arf_is_int(half));
  arf_add_si(y, below, up ? 1 : 0, ARF_PREC_EXACT, ARF_RND_DOWN);
}

void towards_zero(arf_t y, const arf_t x) {
  if (arf_sgn(x) < 0) {
    arf_ceil(y, x);
  } else {
    arf_floor(y, x);
  }
}

ArbBall whole(Whole rule, const ArbBall& x) {
  if (x.special() || arb_is_zero(x.get())) return x;
  if (!x.finite()) throw Undecided();
  ArbBall result;
  Bound upper;
  if (middles || arb_is_exact(x.get())) {
    rule(arb_midref(result.get()), arb_midref(x.get()));
  } else {
    arb_get_lbound_arf(arb_midref(result.get()), x.get(), precision);
    arb_get_ubound_arf(upper, x.get(), precision);
    rule(arb_midref(result.get()), arb_midref(result.get()));
    rule(upper, upper);
    // Two neighbours are a question with two answers.
    while (!arf_equal(arb_midref(result.get()), upper)) {
      if (!PathScope::answer()) break;
      arf_add_si(arb_midref(result.get()), arb_midref(result.get()), 1, ARF_PREC_EXACT,
                 ARF_RND_DOWN);
    }
  }
  result.set_negative_zero(arf_sgn(arb_midref(x.get())) < 0);
  return result;
}

}  // namespace

ArbBall floor(const ArbBall& x) { return whole(arf_floor, x); }
ArbBall ceil(const ArbBall& x) { return whole(arf_ceil, x); }
ArbBall trunc(const ArbBall& x) { return whole(towards_zero, x); }
ArbBall rint(const ArbBall& x) { return whole(to_even, x); }

}  // namespace real
}  // namespace etalon
