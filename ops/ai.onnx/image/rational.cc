#include "ops/ai.onnx/image/rational.h"

#include <cmath>

#include "engine/values/errors.h"

namespace etalon {

Rational::Rational(double value) {
  fmpq_init(value_);
  arf_t exact;
  arf_init(exact);
  arf_set_d(exact, value);
  fmpz_t exponent;
  fmpz_init(exponent);
  arf_get_fmpz_2exp(fmpq_numref(value_), exponent, exact);  // an odd number, or 0
  const slong power = fmpz_get_si(exponent);
  fmpz* scaled = power >= 0 ? fmpq_numref(value_) : fmpq_denref(value_);
  fmpz_mul_2exp(scaled, scaled, static_cast<ulong>(std::abs(power)));
  fmpz_clear(exponent);
  arf_clear(exact);
}
Rational::Rational(const Rational& other) {
  fmpq_init(value_);
  fmpq_set(value_, other.value_);
}
Rational::Rational(Rational&& other) noexcept {
  fmpq_init(value_);
  fmpq_swap(value_, other.value_);
}
Rational& Rational::operator=(Rational other) noexcept {
  fmpq_swap(value_, other.value_);
  return *this;
}
Rational::~Rational() { fmpq_clear(value_); }

Rational operator+(const Rational& a, const Rational& b) {
  Rational result;
  fmpq_add(result.value_, a.value_, b.value_);
  return result;
}
Rational operator-(const Rational& a, const Rational& b) {
  Rational result;
  fmpq_sub(result.value_, a.value_, b.value_);
  return result;
}
Rational operator*(const Rational& a, const Rational& b) {
  Rational result;
  fmpq_mul(result.value_, a.value_, b.value_);
  return result;
}
Rational operator/(const Rational& a, const Rational& b) {
  if (fmpq_is_zero(b.value_)) throw InternalError("a coordinate is divided by 0");
  Rational result;
  fmpq_div(result.value_, a.value_, b.value_);
  return result;
}

bool operator==(const Rational& a, const Rational& b) { return fmpq_equal(a.value_, b.value_); }
std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  return fmpq_cmp(a.value_, b.value_) <=> 0;
}

Rational abs(const Rational& x) {
  Rational result;
  fmpq_abs(result.value_, x.value_);
  return result;
}

namespace {

// Within the range of what fmpz_get_si gives.
int64_t bounded(const fmpz_t whole) {
  constexpr int64_t most = int64_t{1} << 62;
  if (fmpz_fits_si(whole)) return fmpz_get_si(whole);
  return fmpz_sgn(whole) < 0 ? -most : most;
}

}  // namespace

int64_t Rational::floor() const {
  fmpz_t quotient;
  fmpz_init(quotient);
  fmpz_fdiv_q(quotient, fmpq_numref(value_), fmpq_denref(value_));
  const int64_t result = bounded(quotient);
  fmpz_clear(quotient);
  return result;
}

int64_t Rational::ceil() const {
  fmpz_t quotient;
  fmpz_init(quotient);
  fmpz_cdiv_q(quotient, fmpq_numref(value_), fmpq_denref(value_));
  const int64_t result = bounded(quotient);
  fmpz_clear(quotient);
  return result;
}

double Rational::nearest() const {
  constexpr long bits = 53;
  arf_t quotient;
  arf_init(quotient);
  arf_fmpz_div_fmpz(quotient, fmpq_numref(value_), fmpq_denref(value_), bits, ARF_RND_NEAR);
  const double result = arf_get_d(quotient, ARF_RND_NEAR);
  arf_clear(quotient);
  return result;
}

Rational Rational::multiple_of(const Rational& whole) const {
  Rational result;
  fmpz_lcm(fmpq_numref(result.value_), fmpq_denref(value_), fmpq_numref(whole.value_));
  return result;
}

template <>
ArbBall Rational::whole() const {
  ArbBall result;
  arb_set_fmpz(result.get(), fmpq_numref(value_));
  return result;
}

template <>
Ball Rational::whole() const {
  constexpr size_t exact_bits = 53;
  const double middle = nearest();
  if (fmpz_bits(fmpq_numref(value_)) <= exact_bits) return middle;
  if (!std::isfinite(middle)) return {middle, std::numeric_limits<double>::infinity()};
  return Ball::rounded(middle, 0);
}

}  // namespace etalon
