#include "engine/numerics/arb_ball.h"

#if __has_include(<flint/arb_hypgeom.h>)
#include <flint/arb_hypgeom.h>
#else
#include <arb_hypgeom.h>
#endif

#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/values/tensor.h"

namespace etalon {
namespace {

thread_local long precision = 64;

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

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

PrecisionScope::PrecisionScope(long bits) : saved_(precision) { precision = bits; }
PrecisionScope::~PrecisionScope() { precision = saved_; }

ArbBall::ArbBall(double value) {
  arb_init(value_);
  arb_set_d(value_, value);
}
ArbBall::ArbBall(const ArbBall& other) {
  arb_init(value_);
  arb_set(value_, other.value_);
}
ArbBall::ArbBall(ArbBall&& other) noexcept {
  arb_init(value_);
  arb_swap(value_, other.value_);
}
ArbBall& ArbBall::operator=(ArbBall other) noexcept {
  arb_swap(value_, other.value_);
  return *this;
}
ArbBall::~ArbBall() { arb_clear(value_); }

bool ArbBall::finite() const { return arb_is_finite(value_) != 0; }

std::optional<double> ArbBall::rounded(DType type) const {
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
  if (low == high || (!is_double && same(round_to(type, low), round_to(type, high)))) return low;
  return std::nullopt;
}

ArbBall operator-(const ArbBall& a) {
  ArbBall result;
  arb_neg(result.value_, a.value_);
  return result;
}

ArbBall operator+(const ArbBall& a, const ArbBall& b) {
  ArbBall result;
  arb_add(result.value_, a.value_, b.value_, precision);
  return result;
}

ArbBall operator-(const ArbBall& a, const ArbBall& b) {
  ArbBall result;
  arb_sub(result.value_, a.value_, b.value_, precision);
  return result;
}

ArbBall operator*(const ArbBall& a, const ArbBall& b) {
  ArbBall result;
  arb_mul(result.value_, a.value_, b.value_, precision);
  return result;
}

ArbBall operator/(const ArbBall& a, const ArbBall& b) {
  ArbBall result;
  arb_div(result.value_, a.value_, b.value_, precision);
  return result;
}

bool operator<(const ArbBall& a, const ArbBall& b) {
  if (arb_lt(a.value_, b.value_)) return true;
  if (arb_ge(a.value_, b.value_)) return false;
  throw Undecided();
}

ArbBall maximum(const ArbBall& a, const ArbBall& b) {
  ArbBall result;
  arb_max(result.value_, a.value_, b.value_, precision);
  return result;
}

ArbBall minimum(const ArbBall& a, const ArbBall& b) {
  ArbBall result;
  arb_min(result.value_, a.value_, b.value_, precision);
  return result;
}

namespace real {
namespace {

ArbBall applied(void (*function)(arb_t, const arb_t, slong), const ArbBall& x) {
  ArbBall result;
  function(result.get(), x.get(), precision);
  return result;
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

ArbBall sqrt(const ArbBall& x) { return applied(arb_sqrt, x); }
ArbBall exp(const ArbBall& x) { return applied(arb_exp, x); }
ArbBall expm1(const ArbBall& x) { return applied(arb_expm1, x); }
ArbBall log(const ArbBall& x) { return applied(arb_log, x); }
ArbBall log1p(const ArbBall& x) { return applied(arb_log1p, x); }
ArbBall sin(const ArbBall& x) { return applied(arb_sin, x); }
ArbBall cos(const ArbBall& x) { return applied(arb_cos, x); }
ArbBall tan(const ArbBall& x) { return applied(arb_tan, x); }
ArbBall asin(const ArbBall& x) { return applied(arb_asin, x); }
ArbBall acos(const ArbBall& x) { return applied(arb_acos, x); }
ArbBall atan(const ArbBall& x) { return applied(arb_atan, x); }
ArbBall sinh(const ArbBall& x) { return applied(arb_sinh, x); }
ArbBall cosh(const ArbBall& x) { return applied(arb_cosh, x); }
ArbBall tanh(const ArbBall& x) { return applied(arb_tanh, x); }
ArbBall asinh(const ArbBall& x) { return applied(arb_asinh, x); }
ArbBall acosh(const ArbBall& x) { return applied(arb_acosh, x); }
ArbBall atanh(const ArbBall& x) { return applied(arb_atanh, x); }
ArbBall erf(const ArbBall& x) { return applied(arb_hypgeom_erf, x); }
ArbBall erfc(const ArbBall& x) { return applied(arb_hypgeom_erfc, x); }

ArbBall pow(const ArbBall& x, const ArbBall& y) {
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
  return result;
}

}  // namespace real
}  // namespace etalon
