#include "engine/numerics/arb_ball.h"

#if __has_include(<flint/arb_hypgeom.h>)
#include <flint/arb_hypgeom.h>
#else
#include <arb_hypgeom.h>
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "engine/numerics/decisions.h"
#include "engine/numerics/paths.h"
#include "engine/numerics/rounded.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/tensor.h"

namespace etalon {
namespace {

long precision() { return evaluation().precision; }

// From so many bits on, what does not show is told by other means.
constexpr slong conclusive_bits = 2048;

class Bound {
 public:
  Bound() { arf_init(value_); }
  ~Bound() { arf_clear(value_); }
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
  operator arf_struct*() { return value_; }  // NOLINT: implicit, as arf_t itself converts

  double nearest() const { return arf_get_d(value_, ARF_RND_NEAR); }

  // Rounded to odd: a number that is not a double becomes the neighbour whose last bit is 1.
  // Rounding that again, to a type of at most 51 bits, rounds the number only once (Boldo and
  // Melquiond, 2008).
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

// True for a result that is, or may be, below the type's normal numbers: there a product with a
// power of two is rounded, too.
bool may_underflow(const ArbBall& x) {
  const Rounding* rounding = evaluation().rounding;
  return rounding && arf_cmpabs_d(arb_midref(x.get()), rounding->tiny) < 0;
}

// What another runtime may be off by in an operation with this result: so many half ULPs. An ULP is
// 2u times the power of two at or below the result.
ArbBall introduced(ArbBall result, unsigned half_ulps) {
  const Rounding* rounding = evaluation().rounding;
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

// Of an operation that the runtime may declare to be approximated.
unsigned approximated(unsigned half_ulps) {
  const Rounding* rounding = evaluation().rounding;
  return rounding ? rounding->approximated(half_ulps) : half_ulps;
}

// Moves x ≠ 0 to this side, by less than the distance to any other number at which the rounding to
// a float type or, of |x| < 2^1100, to a whole number changes.
void move_off(arf_struct* x, int side) {
  constexpr slong least = -1080;    // below the halves of every type's last bit
  constexpr slong greatest = 1100;  // beyond, every type has its infinity or largest number
  const slong top = arf_abs_bound_lt_2exp_si(x);
  if (top < least || top > greatest) return;
  Bound step;
  arf_set_si_2exp_si(step, side, std::min(top - arf_bits(x), least) - 1);
  arf_add(x, x, step, ARF_PREC_EXACT, ARF_RND_DOWN);
}

// What is below all numbers of every type, and not told from 0 by so many bits, is taken as 0 where
// it may be what others, products of doubles at least, have left when they cancel.
bool is_cancelled(const arb_t x) {
  constexpr slong least = -4400;
  return precision() >= conclusive_bits && mag_cmp_2exp_si(arb_radref(x), least - precision()) >= 0;
}

// True if no member of y shows in the bits of a sum with the middle of x.
bool is_hidden(const ArbBall& y, const ArbBall& x) {
  if (arf_is_special(arb_midref(x.get()))) return false;
  fmpz_t top;
  fmpz_init(top);
  arf_abs_bound_lt_2exp_fmpz(top, arb_midref(x.get()));
  fmpz_sub_si(top, top, precision() + 1);
  mag_t size;
  mag_t least;
  mag_init(size);
  mag_init(least);
  arb_get_mag(size, y.get());
  mag_one(least);
  mag_mul_2exp_fmpz(least, least, top);
  const bool hidden = mag_cmp(size, least) < 0;
  mag_clear(size);
  mag_clear(least);
  fmpz_clear(top);
  return hidden;
}

int sign_of(const ArbBall& x) { return arf_sgn(arb_midref(x.get())); }

uint64_t scaled_by(uint64_t x, const fmpz_t factor, uint64_t modulus) {
  fmpz_t product;
  fmpz_t divisor;
  fmpz_init(product);
  fmpz_init_set_ui(divisor, modulus);
  fmpz_mul_ui(product, factor, x);
  fmpz_fdiv_r(product, product, divisor);
  const uint64_t result = fmpz_get_ui(product);
  fmpz_clear(product);
  fmpz_clear(divisor);
  return result;
}

}  // namespace

void ArbBall::widen(double error) {
  if (error == 0) return;
  rest_.reset();
  logarithm_.reset();
  residue_.reset();
  mag_t more;
  mag_init(more);
  mag_set_d(more, error);
  mag_add(arb_radref(value_), arb_radref(value_), more);
  mag_clear(more);
}

ArbBall::ArbBall(double value) : negative_zero_(value == 0 && std::signbit(value)) {
  arb_init(value_);
  arf_set_d(arb_midref(value_), value);
}
ArbBall::ArbBall(const ArbBall& other)
    : rest_(other.rest_ ? std::make_unique<ArbBall>(*other.rest_) : nullptr),
      logarithm_(other.logarithm_ ? std::make_unique<ArbBall>(*other.logarithm_) : nullptr),
      residue_(other.residue_ ? std::make_unique<Residue>(*other.residue_) : nullptr),
      of_factors_(other.of_factors_),
      negative_zero_(other.negative_zero_) {
  arb_init(value_);
  arb_set(value_, other.value_);
}
ArbBall::ArbBall(ArbBall&& other) noexcept
    : rest_(std::move(other.rest_)),
      logarithm_(std::move(other.logarithm_)),
      residue_(std::move(other.residue_)),
      of_factors_(other.of_factors_),
      negative_zero_(other.negative_zero_) {
  arb_init(value_);
  arb_swap(value_, other.value_);
}
ArbBall& ArbBall::operator=(ArbBall other) noexcept {
  arb_swap(value_, other.value_);
  rest_.swap(other.rest_);
  logarithm_.swap(other.logarithm_);
  residue_.swap(other.residue_);
  of_factors_ = other.of_factors_;
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
  if (varies()) throw Undecided();
  return is_zero() && negative_zero_ ? -0.0 : arf_get_d(arb_midref(value_), ARF_RND_NEAR);
}
double ArbBall::radius() const {
  if (mag_is_zero(arb_radref(value_))) return 0;
  return std::nextafter(mag_get_d(arb_radref(value_)), std::numeric_limits<double>::infinity());
}

void ArbBall::ends(arf_t lower, arf_t upper) const {
  if (arb_is_exact(value_)) {
    arf_set(lower, arb_midref(value_));
    arf_set(upper, arb_midref(value_));
    return;
  }
  // Rounded outwards: the exact ends may have more bits than there is memory.
  arb_get_lbound_arf(lower, value_, precision());
  arb_get_ubound_arf(upper, value_, precision());
  if (!rest_) return;
  const int side = sign_of(*rest_);
  arf_struct* const near = side > 0 ? lower : upper;
  arf_set(near, arb_midref(value_));
  move_off(near, side);
}

std::optional<double> ArbBall::rounded(DType type) const {
  if (special() || is_zero()) return middle();
  if (!finite()) return std::nullopt;
  Bound lower;
  Bound upper;
  ends(lower, upper);
  const bool is_double = type == DType::float64;
  const double low = is_double ? lower.nearest() : lower.odd();
  const double high = is_double ? upper.nearest() : upper.odd();
  if (same(low, high)) {
    return low == 0 && negative() ? -0.0 : low;
  }
  if (!is_double && same(round_to(type, low), round_to(type, high))) return low;
  if (low <= 0 && high >= 0 && std::fabs(low) < 0x1p-1073 && std::fabs(high) < 0x1p-1073 &&
      is_cancelled(value_)) {
    ++evaluation().undecided_results;
    return undecided_as(0.0);
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

ArbBall ArbBall::center() const {
  ArbBall center;
  arf_set(arb_midref(center.value_), arb_midref(value_));
  return center;
}

ArbBall ArbBall::without_rest() const {
  ArbBall ball;
  arb_set(ball.value_, value_);
  ball.negative_zero_ = negative_zero_;
  return ball;
}

ArbBall ArbBall::joined(const ArbBall& exact, const ArbBall& rest) {
  if (rest.is_zero()) return exact;
  if (exact.is_zero()) return rest;
  ArbBall sum;
  if (evaluation().rounding || arb_contains_zero(rest.value_) || !is_hidden(rest, exact)) {
    arb_add(sum.value_, exact.value_, rest.value_, precision());
    return sum;
  }
  arb_set(sum.value_, exact.value_);
  arb_get_mag(arb_radref(sum.value_), rest.value_);
  sum.rest_ = std::make_unique<ArbBall>(rest.without_rest());
  return sum;
}

bool ArbBall::have_rests(const ArbBall& a, const ArbBall& b) {
  return (a.rest_ || b.rest_) && a.has_center() && b.has_center() && !evaluation().rounding;
}

ArbBall ArbBall::with_rest_of_sum(ArbBall sum, const ArbBall& a, const ArbBall& b) {
  // True where y does not show beside x.
  const auto hides = [](const ArbBall& x, const ArbBall& y) {
    return x.has_center() && (x.rest_ || !arb_contains_zero(y.value_)) && is_hidden(y, x);
  };
  if (hides(a, b)) return joined(a.center(), a.rest_ ? *a.rest_ + b : b);
  if (hides(b, a)) return joined(b.center(), b.rest_ ? *b.rest_ + a : a);
  if (a.logarithm_ || b.logarithm_) return with_logarithm_of_sum(std::move(sum), a, b);
  if (!have_rests(a, b)) return sum;
  ArbBall center;
  const bool cut = arf_add(arb_midref(center.value_), arb_midref(a.value_), arb_midref(b.value_),
                           precision(), ARF_RND_DOWN) != 0;
  if (cut) return sum;
  if (!a.rest_ || !b.rest_) return joined(center, a.rest_ ? *a.rest_ : *b.rest_);
  return joined(center, *a.rest_ + *b.rest_);
}

// ln(a + b) = ln a + ln(1 + b / a)
ArbBall ArbBall::with_logarithm_of_sum(ArbBall sum, const ArbBall& a, const ArbBall& b) {
  const bool is_first = a.logarithm_ && is_hidden(b, a);
  const ArbBall &great = is_first ? a : b, &small = is_first ? b : a;
  if (!is_first && !(b.logarithm_ && is_hidden(a, b))) return sum;
  const ArbBall more = real::log1p(small.without_rest() / great.without_rest());
  sum.logarithm_ = std::make_unique<ArbBall>(*great.logarithm_ + more);
  return sum;
}

ArbBall with_logarithm(ArbBall exponential, const ArbBall& x) {
  if (!arb_is_exact(exponential.value_)) exponential.logarithm_ = std::make_unique<ArbBall>(x);
  return exponential;
}

// (a + r)(b + s) = ab + (a s + r (b + s))
ArbBall ArbBall::with_rest_of_product(ArbBall product, const ArbBall& a, const ArbBall& b) {
  if (!have_rests(a, b) || arb_is_exact(product.value_)) return product;
  ArbBall center;
  const bool cut = arf_mul(arb_midref(center.value_), arb_midref(a.value_), arb_midref(b.value_),
                           precision(), ARF_RND_DOWN) != 0;
  if (cut) return product;
  ArbBall rest = b.rest_ ? a.center() * *b.rest_ : ArbBall(0);
  if (a.rest_) rest += *a.rest_ * b.without_rest();
  return joined(center, rest);
}

// (a + r) / (b + s) = q + (r - q s) / (b + s) with q = a / b
ArbBall ArbBall::with_rest_of_quotient(ArbBall quotient, const ArbBall& a, const ArbBall& b) {
  if (!have_rests(a, b) || arb_is_exact(quotient.value_)) return quotient;
  ArbBall center;
  const bool cut = arf_div(arb_midref(center.value_), arb_midref(a.value_), arb_midref(b.value_),
                           precision(), ARF_RND_DOWN) != 0;
  if (cut) return quotient;
  ArbBall rest = a.rest_ ? *a.rest_ : ArbBall(0);
  if (b.rest_) rest -= center * *b.rest_;
  return joined(center, rest / b.without_rest());
}

ArbBall ArbBall::over_field(const Residue& residue) {
  if (residue.is_zero()) return 0;
  ArbBall result = unknown();
  result.residue_ = std::make_unique<Residue>(residue);
  result.residue_->varies = true;
  return result;
}

ArbBall ArbBall::with_residue(const Residue& residue) && {
  residue_ = std::make_unique<Residue>(residue);
  residue_->varies = false;
  return std::move(*this);
}

Residue ArbBall::residue() const {
  if (residue_) return *residue_;
  if (!arb_is_exact(value_) || special()) throw Undecided();
  fmpz_t mantissa;
  fmpz_t exponent;
  fmpz_init(mantissa);
  fmpz_init(exponent);
  arf_get_fmpz_2exp(mantissa, exponent, arb_midref(value_));
  const slong power = fmpz_get_si(exponent);
  Residue result = residue_of(1, power);
  result.mod_p = scaled_by(result.mod_p, mantissa, Residue::p);
  result.mod_q = scaled_by(result.mod_q, mantissa, Residue::q);
  fmpz_clear(mantissa);
  fmpz_clear(exponent);
  return result;
}

namespace {

bool vary(const ArbBall& a, const ArbBall& b) { return a.varies() || b.varies(); }

// The result of an operation on constants: with its residue, where an evaluation over the field has
// no exact digits of it. `residue` gives it.
template <class F>
ArbBall constant(ArbBall result, F residue) {
  if (!evaluation().field || arb_is_exact(std::as_const(result).get()) || result.special())
    return result;
  return std::move(result).with_residue(residue());
}

// For an operand that varies: the sum, unless the other one is infinite or NaN.
ArbBall field_sum(const ArbBall& a, const ArbBall& b) {
  if (a.special()) return a;
  if (b.special()) return b;
  return ArbBall::over_field(a.residue() + b.residue());
}

}  // namespace

ArbBall operator-(const ArbBall& a) {
  if (a.varies()) return ArbBall::over_field(-*a.residue_);
  ArbBall result;
  arb_neg(result.value_, a.value_);
  if (a.rest_) result.rest_ = std::make_unique<ArbBall>(-*a.rest_);
  if (a.residue_) result.residue_ = std::make_unique<Residue>(-*a.residue_);
  result.negative_zero_ = !a.negative_zero_;
  return result;
}

ArbBall operator+(const ArbBall& a, const ArbBall& b) {
  if (vary(a, b)) return field_sum(a, b);
  if (a.special() || b.special()) {
    return ArbBall::special(a.middle() + b.middle(), a, b, true);
  }
  ArbBall result;
  arb_add(result.value_, a.value_, b.value_, precision());
  result.negative_zero_ = a.is_zero() && b.is_zero() && a.negative_zero_ && b.negative_zero_;
  if (!evaluation().rounding) {
    if (arb_is_exact(result.value_)) return result;
    return constant(ArbBall::with_rest_of_sum(std::move(result), a, b),
                    [&] { return a.residue() + b.residue(); });
  }
  if (a.is_zero() || b.is_zero()) return result;
  return introduced(std::move(result), 1);
}

ArbBall operator-(const ArbBall& a, const ArbBall& b) { return a + -b; }

ArbBall operator*(const ArbBall& a, const ArbBall& b) {
  if (vary(a, b)) return ArbBall::over_field(evaluation().field->product(a.residue(), b.residue()));
  if (a.special() || b.special()) {
    return ArbBall::special(a.middle() * b.middle(), a, b, a.has_sign() && b.has_sign());
  }
  ArbBall result;
  arb_mul(result.value_, a.value_, b.value_, precision());
  if (a.rest_ || b.rest_) result = ArbBall::with_rest_of_product(std::move(result), a, b);
  const bool is_exact = is_power_of_two(a) || is_power_of_two(b);
  if (!is_exact || may_underflow(result)) result = introduced(std::move(result), 1);
  if (const Rounding* rounding = evaluation().rounding; rounding && rounding->rounds_factors()) {
    result.of_factors_ = rounding->of_factors(std::fabs(a.middle()) + a.radius(),
                                              std::fabs(b.middle()) + b.radius());
  }
  return constant(ArbBall::with_sign_of(std::move(result), a, b),
                  [&] { return evaluation().field->product(a.residue(), b.residue()); });
}

ArbBall operator/(const ArbBall& a, const ArbBall& b) {
  if (vary(a, b)) {
    const bool by_infinity = b.special() && !b.is_nan();
    return by_infinity
               ? ArbBall(0)
               : ArbBall::over_field(evaluation().field->quotient(a.residue(), b.residue()));
  }
  if (a.special() || b.special()) {
    return ArbBall::special(a.middle() / b.middle(), a, b, a.has_sign() && b.has_sign());
  }
  if (b.is_zero() && a.has_sign()) return a.middle() / b.middle();  // a pole
  ArbBall result;
  arb_div(result.value_, a.value_, b.value_, precision());
  if (a.rest_ || b.rest_) result = ArbBall::with_rest_of_quotient(std::move(result), a, b);
  if (!is_power_of_two(b) || may_underflow(result)) {
    result = introduced(std::move(result), approximated(HalfUlps::division));
  }
  return constant(ArbBall::with_sign_of(std::move(result), a, b),
                  [&] { return evaluation().field->quotient(a.residue(), b.residue()); });
}

namespace {

// What a rest decides of a < b, or a == b, where the balls overlap.
std::optional<int> sign_of_difference(const ArbBall& a, const ArbBall& b) {
  if (!a.rest() && !b.rest()) return std::nullopt;
  const ArbBall difference = a - b;
  if (arb_is_zero(difference.get())) return 0;
  if (arb_contains_zero(difference.get())) return std::nullopt;
  return sign_of(difference);
}

void record(const ArbBall& a, const ArbBall& b) {
  if (DecisionLog* log = evaluation().decisions) log->compared(a.middle(), b.middle());
}

}  // namespace

namespace {

// Where a or b varies: a < b, or a == b. All functions are taken to be finite.
bool asked(const ArbBall& a, const ArbBall& b, bool of_equality) {
  const ArbBall& limit = a.varies() ? b : a;
  if (limit.special()) {
    if (of_equality || limit.is_nan()) return false;
    return a.varies() == (limit.middle() > 0);
  }
  const FieldQuestion question{b.residue() - a.residue(), of_equality};
  return question.difference.is_zero() ? of_equality : PathScope::answer(question);
}

}  // namespace

bool operator<(const ArbBall& a, const ArbBall& b) {
  if (vary(a, b)) return asked(a, b, false);
  record(a, b);
  if (a.is_nan() || b.is_nan()) return false;
  if (arb_lt(a.value_, b.value_)) return true;
  if (arb_ge(a.value_, b.value_)) return false;
  if (const auto sign = sign_of_difference(a, b)) return *sign < 0;
  return !evaluation().middles && PathScope::answer();
}

bool operator<=(const ArbBall& a, const ArbBall& b) {
  return !a.is_nan() && !b.is_nan() && !(b < a);
}

bool operator==(const ArbBall& a, const ArbBall& b) {
  if (vary(a, b)) return asked(a, b, true);
  record(a, b);
  if (a.is_nan() || b.is_nan() || !arb_overlaps(a.value_, b.value_)) return false;
  if (arb_is_exact(a.value_) && arb_is_exact(b.value_)) return true;
  if (const auto sign = sign_of_difference(a, b)) return *sign == 0;
  return evaluation().middles || PathScope::answer();
}

namespace {

Residue member(const ArbBall& x) {
  return x.varies() ? x.residue() : evaluation().field->constant(x.residue(), x.middle());
}

ArbBall field_maximum(const ArbBall& a, const ArbBall& b) {
  const ArbBall& limit = a.varies() ? b : a;
  if (limit.is_nan()) return limit;
  if (limit.special()) return limit.middle() > 0 ? limit : a.varies() ? a : b;
  return ArbBall::over_field(evaluation().field->maximum(member(a), member(b)));
}

}  // namespace

ArbBall maximum(const ArbBall& a, const ArbBall& b) {
  if (vary(a, b)) return field_maximum(a, b);
  record(a, b);
  if (a.is_nan() || b.is_nan()) return std::numeric_limits<double>::quiet_NaN();
  if (a.is_zero() && b.is_zero()) return a;
  if (a.special()) return a.middle() > 0 ? a : b;  // ∞, or −∞, below all
  if (b.special()) return b.middle() > 0 ? b : a;
  if (const auto sign = sign_of_difference(a, b)) return *sign < 0 ? b : a;
  if (evaluation().field) return a < b ? b : a;  // with its residue
  ArbBall result;
  arb_max(result.value_, a.value_, b.value_, precision());
  if (result.is_zero()) result.negative_zero_ = a.is_zero() ? a.negative_zero_ : b.negative_zero_;
  return result;
}

ArbBall hull(const ArbBall& a, const ArbBall& b) {
  if (a.special() || b.special()) {
    return same(a.middle(), b.middle()) || (a.is_nan() && b.is_nan()) ? a : ArbBall::unknown();
  }
  ArbBall result;
  arb_union(result.value_, a.value_, b.value_, precision());
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
  count_work(10 * work_per_step);
  function(result.get(), x.get(), precision());
  if (!std::isfinite(at) && !result.finite()) return at;
  if (arb_is_zero(x.get())) result.set_negative_zero(x.negative_zero());
  return introduced(std::move(result), half_ulps);
}

// f of a function of inputs, or of a constant, whose digits `digits` gives: in an evaluation over
// the field with the residue that `residue` gives for that of x.
template <class Digits, class F>
ArbBall by_field(const ArbBall& x, Digits digits, F residue) {
  if (x.varies()) return ArbBall::over_field(residue(x.residue()));
  return constant(digits(), [&] { return residue(x.residue()); });
}
Field& field() { return *evaluation().field; }
// A function of the field with this name, of which nothing is known, or that f(−x) = −f(x).
auto named(const char* function) {
  return [function](const Residue& x) { return field().of(function, {x}); };
}
auto odd(const char* function) {
  return [function](const Residue& x) { return field().odd(function, x); };
}

// y, which is limit + rest(): with that rest, where y is not told from the limit.
template <class F>
ArbBall beside(double limit, const ArbBall& y, F rest) {
  if (evaluation().rounding || arb_is_exact(y.get()) || !y.finite()) return y;
  ArbBall difference = limit;
  arb_sub(difference.get(), y.get(), difference.get(), precision());
  mag_t size;
  mag_init(size);
  arb_get_mag(size, difference.get());
  const bool is_near = mag_cmp_2exp_si(size, 3 - precision()) < 0;
  mag_clear(size);
  return is_near ? ArbBall::joined(limit, rest()) : y;
}

// True of all members, if exp(x) does not show beside 1.
bool exp_is_hidden(const ArbBall& x) {
  if (evaluation().rounding || !x.finite()) return false;
  Bound upper;
  arb_get_ubound_arf(upper, x.get(), precision());
  return arf_cmp_d(upper, -std::numbers::ln2 * static_cast<double>(precision())) < 0;
}

}  // namespace

template <>
ArbBall pi() {
  ArbBall result;
  arb_const_pi(result.get(), precision());
  return constant(std::move(result), [] { return field().of("pi", {}); });
}

ArbBall abs(const ArbBall& x) {
  if (x.varies()) return ArbBall::over_field(field().abs(x.residue()));
  if (evaluation().field && !x.special()) return x < 0 ? -x : x;  // with its residue
  if (x.rest()) return sign_of(x) < 0 ? -x : x;
  ArbBall result;
  arb_abs(result.get(), x.get());
  return result;
}

namespace {
ArbBall digits_of_sqrt(const ArbBall& x) {
  const ArbBall y = applied(arb_sqrt, sqrt, x, approximated(HalfUlps::sqrt));
  if (!x.rest() || evaluation().rounding) return y;
  const ArbBall root = applied(arb_sqrt, sqrt, x.center(), HalfUlps::sqrt);
  return arb_is_exact(root.get()) ? ArbBall::joined(root, *x.rest() / (root + y)) : y;
}

// arb_exp has few digits of great numbers, or none: exp(x) = 2^k · exp(x − k ln 2).
void exp_of_any(arb_t y, const arb_t x, slong bits) {
  const slong top = arf_abs_bound_lt_2exp_si(arb_midref(x));
  constexpr slong great = 40, most = 4400;  // of doubles, and products of some
  if (top < great || top > most || !arb_is_finite(x)) return arb_exp(y, x, bits);
  const slong wide = bits + top;
  fmpz_t k;
  fmpz_init(k);
  arb_t rest;
  arb_init(rest);
  arb_const_log2(y, wide);
  arb_div(rest, x, y, wide);
  arf_get_fmpz(k, arb_midref(rest), ARF_RND_NEAR);
  arb_mul_fmpz(y, y, k, wide);
  arb_sub(rest, x, y, wide);
  arb_exp(y, rest, bits);
  arb_mul_2exp_fmpz(y, y, k);
  arb_clear(rest);
  fmpz_clear(k);
}

}  // namespace

ArbBall sqrt(const ArbBall& x) {
  const auto residue = [](const Residue& r) { return field().sqrt(r); };
  return by_field(
      x, [&] { return digits_of_sqrt(x); }, residue);
}
ArbBall exp(const ArbBall& x) {
  const auto digits = [&]() -> ArbBall {
    ArbBall y = beside(1, applied(exp_of_any, exp, x, approximated(HalfUlps::exp)),
                       [&] { return expm1(x); });
    const bool keeps = precision() >= conclusive_bits && !evaluation().rounding && x.finite();
    return keeps ? with_logarithm(std::move(y), x) : y;
  };
  return by_field(x, digits, [](const Residue& r) { return field().exp(r); });
}
// Formulas of the specification are exp(x) - 1 and log(1 + x), and a runtime may compute these, or
// have functions of its own for them.
ArbBall expm1(const ArbBall& x) {
  if (evaluation().field) return exp(x) - 1;
  if (exp_is_hidden(x)) return ArbBall::joined(-1, exp(x));
  const ArbBall y = applied(arb_expm1, expm1, x, HalfUlps::exp);
  return evaluation().rounding ? hull(exp(x) - 1, y) : y;
}
ArbBall log(const ArbBall& x) {
  const auto digits = [&]() -> ArbBall {
    if (x.rest() && arf_is_one(arb_midref(x.get())) && !evaluation().rounding)
      return log1p(*x.rest());
    if (x.logarithm()) return *x.logarithm();
    return applied(arb_log, log, x, HalfUlps::log);
  };
  return by_field(x, digits, [](const Residue& r) { return field().log(r); });
}
ArbBall log1p(const ArbBall& x) {
  if (evaluation().field) return log(1 + x);
  const ArbBall y = applied(arb_log1p, log1p, x, HalfUlps::log);
  return evaluation().rounding ? hull(log(1 + x), y) : y;
}
// y = f(x) of a periodic function, whose slope is at most so much, as a runtime may compute it.
ArbBall periodic(ArbBall y, const ArbBall& x, double slope) {
  const Rounding* rounding = evaluation().rounding;
  if (!rounding || !y.finite() || arb_is_zero(x.get())) return y;
  y.widen(slope * rounding->of_period(std::fabs(x.middle()) + x.radius()));
  return y;
}
ArbBall sin(const ArbBall& x) {
  const auto digits = [&] { return periodic(applied(arb_sin, sin, x, HalfUlps::sin), x, 1); };
  return by_field(x, digits, odd("sin"));
}
namespace {
ArbBall digits_of_cos(const ArbBall& x) {
  const ArbBall y = periodic(applied(arb_cos, cos, x, HalfUlps::cos), x, 1);
  return beside(1, y, [&]() -> ArbBall {
    const ArbBall s = sin(x / 2);
    return -2 * s * s;
  });
}
}  // namespace
ArbBall cos(const ArbBall& x) {
  const auto residue = [](const Residue& r) { return field().even("cos", r); };
  return by_field(
      x, [&] { return digits_of_cos(x); }, residue);
}
ArbBall tan(const ArbBall& x) {
  if (evaluation().field) return sin(x) / cos(x);
  ArbBall y = applied(arb_tan, tan, x, HalfUlps::tan);
  const double slope = std::fabs(y.middle()) + y.radius();
  return periodic(std::move(y), x, 1 + slope * slope);
}
ArbBall asin(const ArbBall& x) {
  return by_field(
      x, [&] { return applied(arb_asin, asin, x, HalfUlps::asin); }, odd("asin"));
}
ArbBall acos(const ArbBall& x) {
  return by_field(
      x, [&] { return applied(arb_acos, acos, x, HalfUlps::acos); }, named("acos"));
}
ArbBall atan(const ArbBall& x) {
  return by_field(
      x, [&] { return applied(arb_atan, atan, x, HalfUlps::atan); }, odd("atan"));
}
ArbBall sinh(const ArbBall& x) {
  if (evaluation().field) return (exp(x) - exp(-x)) / 2;
  return applied(arb_sinh, sinh, x, HalfUlps::sinh);
}
ArbBall cosh(const ArbBall& x) {
  if (evaluation().field) return (exp(x) + exp(-x)) / 2;
  return beside(1, applied(arb_cosh, cosh, x, HalfUlps::cosh), [&]() -> ArbBall {
    const ArbBall s = sinh(x / 2);
    return 2 * s * s;
  });
}
ArbBall tanh(const ArbBall& x) {
  if (evaluation().field) return 1 - 2 / (exp(2 * x) + 1);
  const ArbBall twice = 2 * abs(x);
  if (!exp_is_hidden(-twice)) return applied(arb_tanh, tanh, x, approximated(HalfUlps::tanh));
  const ArbBall y = ArbBall::joined(1, -2 / (exp(twice) + 1));
  return sign_of(x) < 0 ? -y : y;
}
ArbBall asinh(const ArbBall& x) {
  return by_field(
      x, [&] { return applied(arb_asinh, asinh, x, HalfUlps::asinh); }, odd("asinh"));
}
ArbBall acosh(const ArbBall& x) {
  return by_field(
      x, [&] { return applied(arb_acosh, acosh, x, HalfUlps::acosh); }, named("acosh"));
}
ArbBall atanh(const ArbBall& x) {
  return by_field(
      x, [&] { return applied(arb_atanh, atanh, x, HalfUlps::atanh); }, odd("atanh"));
}
ArbBall erf(const ArbBall& x) {
  const auto digits = [&]() -> ArbBall {
    const ArbBall y = applied(arb_hypgeom_erf, erf, x, approximated(HalfUlps::erf));
    const double limit = sign_of(x) < 0 ? -1 : 1;
    return beside(limit, y, [&] { return -limit * erfc(limit * x); });
  };
  return by_field(x, digits, odd("erf"));
}

namespace {

// Of numbers above 1, by the ends: Arb takes the slope for all of them, which changes so quickly
// that far out its ball has no sign.
ArbBall erfc_of_great(const ArbBall& x) {
  ArbBall least;
  ArbBall greatest;
  arb_get_lbound_arf(arb_midref(least.get()), x.get(), precision());
  arb_get_ubound_arf(arb_midref(greatest.get()), x.get(), precision());
  arb_hypgeom_erfc(least.get(), least.get(), precision());
  arb_hypgeom_erfc(greatest.get(), greatest.get(), precision());
  return hull(least, greatest);
}

}  // namespace

ArbBall erfc(const ArbBall& x) {
  if (evaluation().field) return 1 - erf(x);
  const bool is_near =
      evaluation().rounding || !x.finite() || std::fabs(x.middle()) - x.radius() < 1;
  if (is_near) {
    return beside(1, applied(arb_hypgeom_erfc, erfc, x, HalfUlps::erfc), [&] { return -erf(x); });
  }
  if (sign_of(x) < 0) {
    return exp_is_hidden(-x * x) ? ArbBall::joined(2, -erfc(-x))
                                 : applied(arb_hypgeom_erfc, erfc, x, HalfUlps::erfc);
  }
  return arb_is_exact(x.get()) ? applied(arb_hypgeom_erfc, erfc, x, HalfUlps::erfc)
                               : erfc_of_great(x);
}

namespace {

// Roots and whole powers by products; others by exp(y log x).
Residue residue_of_pow(const ArbBall& x, const ArbBall& y) {
  constexpr double most = 0x1p20;
  const Residue base = x.residue();
  const double twice = y.varies() || !arb_is_exact(y.get()) ? 0.5 : 2 * y.middle();
  if (std::trunc(twice) != twice || std::fabs(twice) > most) {
    return field().exp(field().product(y.residue(), field().log(base)));
  }
  const auto n = static_cast<int64_t>(twice);
  return n % 2 == 0 ? field().power(base, n / 2) : field().power(field().sqrt(base), n);
}

ArbBall digits_of_pow(const ArbBall& x, const ArbBall& y) {
  const bool exact = arb_is_exact(x.get()) && arb_is_exact(y.get());
  const double z = exact ? pow(x.middle(), y.middle()) : 0;
  if (x.special() || y.special() || std::isnan(z) || (exact && arb_is_zero(x.get()))) return z;
  if (x.rest() && !evaluation().rounding) {  // (a + r)^y = a^y (1 + r / a)^y
    const ArbBall center = digits_of_pow(x.center(), y);
    if (arb_is_exact(center.get())) {
      return ArbBall::joined(center, center * expm1(y * log1p(*x.rest() / x.center())));
    }
  }
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
  arb_pow(result.get(), base.get(), exponent.get(), precision());
  return introduced(std::move(result), HalfUlps::pow);
}

}  // namespace

ArbBall pow(const ArbBall& x, const ArbBall& y) {
  if (vary(x, y)) {
    const ArbBall& limit = x.varies() ? y : x;
    if (limit.special()) throw Undecided();
    return ArbBall::over_field(residue_of_pow(x, y));
  }
  return constant(digits_of_pow(x, y), [&] { return residue_of_pow(x, y); });
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
  const bool is_beside_far = x.rest() && !(std::fabs(x.middle()) < 0x1p1000);
  if (!x.finite() || is_beside_far) throw Undecided();
  ArbBall result;
  Bound upper;
  arf_struct* const lower = arb_midref(result.get());
  if (evaluation().middles || arb_is_exact(x.get())) {
    arf_set(lower, arb_midref(x.get()));
    if (x.rest()) move_off(lower, sign_of(*x.rest()));
    rule(lower, lower);
  } else {
    x.ends(lower, upper);
    rule(lower, lower);
    rule(upper, upper);
    // Two neighbours are a question with two answers.
    while (!arf_equal(lower, upper)) {
      if (!PathScope::answer()) break;
      arf_add_si(lower, lower, 1, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
  }
  result.set_negative_zero(sign_of(x) < 0);
  return result;
}

}  // namespace

ArbBall floor(const ArbBall& x) {
  return by_field(
      x, [&] { return whole(arf_floor, x); }, named("floor"));
}
ArbBall ceil(const ArbBall& x) { return evaluation().field ? -floor(-x) : whole(arf_ceil, x); }
ArbBall trunc(const ArbBall& x) {
  return by_field(
      x, [&] { return whole(towards_zero, x); }, odd("trunc"));
}
ArbBall rint(const ArbBall& x) {
  return by_field(
      x, [&] { return whole(to_even, x); }, odd("rint"));
}

}  // namespace real
}  // namespace etalon
