// Real numbers known to within a radius, with any number of bits: Arb's balls.
//
// Source: F. Johansson, "Arb: efficient arbitrary-precision midpoint-radius interval arithmetic",
// 2017.
#pragma once

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif

#include <memory>
#include <optional>

#include "engine/numerics/ball.h"
#include "engine/numerics/field.h"
#include "engine/values/dtype.h"

namespace etalon {

// As Ball. Middles have Evaluation::precision bits. Zeros have a sign.
//
// A summand that is too small to show in the bits of a sum with an exact number is not lost: the
// sum carries it as a ball of its own, the rest. So 1 − exp(−60000), and results computed from it,
// are less than 1 at any precision, which decides every tie. There are rests only where no bounds
// are wanted. An operation that has no rule for a rest adds it to the radius.
//
// In an evaluation over a field (Evaluation::field) a ball may be a function of a model's inputs,
// of which only the residue is known: it contains all numbers, and what needs its digits throws
// Undecided. Constants that are not exact have both, digits and a residue.
class ArbBall {
 public:
  ArbBall(double value = 0);  // NOLINT: implicit, as from int to double
  ArbBall(const ArbBall& other);
  ArbBall(ArbBall&& other) noexcept;
  ArbBall& operator=(ArbBall other) noexcept;
  ~ArbBall();

  // A double that rounds to `type`, a float type, as every member of this ball does. Nothing if the
  // members round to different values, or to zeros of different signs.
  std::optional<double> rounded(DType type) const;
  // The double nearest to the middle. Throws Undecided for a function of a model's inputs.
  double middle() const;
  // At least the radius.
  double radius() const;
  bool finite() const;
  // True for an infinity or a NaN.
  bool special() const;
  bool is_nan() const;

  friend ArbBall operator-(const ArbBall& a);
  friend ArbBall operator+(const ArbBall& a, const ArbBall& b);
  friend ArbBall operator-(const ArbBall& a, const ArbBall& b);
  friend ArbBall operator*(const ArbBall& a, const ArbBall& b);
  friend ArbBall operator/(const ArbBall& a, const ArbBall& b);
  ArbBall& operator+=(const ArbBall& b) { return *this = *this + b; }
  ArbBall& operator-=(const ArbBall& b) { return *this = *this - b; }
  ArbBall& operator*=(const ArbBall& b) { return *this = *this * b; }
  ArbBall& operator/=(const ArbBall& b) { return *this = *this / b; }

  // Comparisons throw Undecided where members of the two balls give different answers (see also
  // Evaluation::middles and paths). NaN compares as in IEEE 754.
  friend bool operator<(const ArbBall& a, const ArbBall& b);
  friend bool operator>(const ArbBall& a, const ArbBall& b) { return b < a; }
  friend bool operator<=(const ArbBall& a, const ArbBall& b);
  friend bool operator>=(const ArbBall& a, const ArbBall& b) { return b <= a; }
  friend bool operator==(const ArbBall& a, const ArbBall& b);

  friend bool is_finite(const ArbBall& x) { return !x.special(); }
  friend ArbBall maximum(const ArbBall& a, const ArbBall& b);
  friend ArbBall minimum(const ArbBall& a, const ArbBall& b);
  // Contains both.
  friend ArbBall hull(const ArbBall& a, const ArbBall& b);
  // All numbers.
  static ArbBall unknown();

  // exact + rest, for a number of radius 0 that is not special.
  static ArbBall joined(const ArbBall& exact, const ArbBall& rest);
  // The rest, which is added to the middle: null, or a ball of only negative or only positive
  // numbers that the radius includes. The middle is then not 0.
  const ArbBall* rest() const { return rest_.get(); }
  // The middle itself, and this ball without its rest.
  ArbBall center() const;
  ArbBall without_rest() const;
  // Numbers that round to every float type and whole number as the least and the greatest member
  // do.
  void ends(arf_t lower, arf_t upper) const;

  // A function of a model's inputs with this residue; a constant of these digits with it.
  static ArbBall over_field(const Residue& residue);
  ArbBall with_residue(const Residue& residue) &&;
  bool varies() const { return residue_ && residue_->varies; }
  // Throws Undecided where it is not known: of infinities, NaN, and digits that are not exact
  // alone.
  Residue residue() const;

  // Arb's own ball. An infinity or NaN has the radius 0. Writing to the ball drops its rest, its
  // logarithm and its residue.
  const arb_struct* get() const { return value_; }
  arb_struct* get() {
    rest_.reset();
    logarithm_.reset();
    residue_.reset();
    return value_;
  }
  // The logarithm of an exponential with many bits, or of its sum with a number too small to show:
  // known better than from the ball, as a number and a rest. Otherwise null.
  const ArbBall* logarithm() const { return logarithm_.get(); }
  // Adds to the radius.
  void widen(double error);
  // Of a product, where bounds are wanted: the additional error if the product is a term of a sum,
  // because a runtime may round the factors of a sum's products.
  double of_factors() const { return of_factors_; }
  // The sign of a zero.
  bool negative_zero() const { return negative_zero_; }
  void set_negative_zero(bool negative) { negative_zero_ = negative; }

 private:
  bool is_zero() const { return arb_is_zero(value_) != 0; }
  bool negative() const;
  // The result of an operation on doubles that gives `value`, as Ball's.
  static ArbBall special(double value, const ArbBall& a, const ArbBall& b, bool same);
  static ArbBall with_sign_of(ArbBall product, const ArbBall& a, const ArbBall& b);
  bool has_sign() const { return is_zero() || special() || !arb_contains_zero(value_); }
  // True if the middle is exact but for a rest.
  bool has_center() const { return rest_ || arb_is_exact(value_); }
  // For finite balls: the sum with its rest, where that says more than `sum`; otherwise `sum`.
  static ArbBall with_rest_of_sum(ArbBall sum, const ArbBall& a, const ArbBall& b);
  static ArbBall with_rest_of_product(ArbBall product, const ArbBall& a, const ArbBall& b);
  static ArbBall with_rest_of_quotient(ArbBall quotient, const ArbBall& a, const ArbBall& b);
  static bool have_rests(const ArbBall& a, const ArbBall& b);
  static ArbBall with_logarithm_of_sum(ArbBall sum, const ArbBall& a, const ArbBall& b);
  friend ArbBall with_logarithm(ArbBall exponential, const ArbBall& x);

  arb_t value_;
  std::unique_ptr<ArbBall> rest_, logarithm_;
  std::unique_ptr<Residue> residue_;
  double of_factors_ = 0;
  bool negative_zero_ = false;
};

namespace real {

template <>
ArbBall pi();
ArbBall abs(const ArbBall& x);
ArbBall sqrt(const ArbBall& x);
ArbBall exp(const ArbBall& x);
ArbBall expm1(const ArbBall& x);
ArbBall log(const ArbBall& x);
ArbBall log1p(const ArbBall& x);
ArbBall sin(const ArbBall& x);
ArbBall cos(const ArbBall& x);
ArbBall tan(const ArbBall& x);
ArbBall asin(const ArbBall& x);
ArbBall acos(const ArbBall& x);
ArbBall atan(const ArbBall& x);
ArbBall sinh(const ArbBall& x);
ArbBall cosh(const ArbBall& x);
ArbBall tanh(const ArbBall& x);
ArbBall asinh(const ArbBall& x);
ArbBall acosh(const ArbBall& x);
ArbBall atanh(const ArbBall& x);
ArbBall erf(const ArbBall& x);
ArbBall erfc(const ArbBall& x);
// For a base that is not negative, or an integer exponent. An exact root is found exactly.
ArbBall pow(const ArbBall& x, const ArbBall& y);
// Whole numbers. Throw Undecided where the members of x differ in the answer.
ArbBall floor(const ArbBall& x);
ArbBall ceil(const ArbBall& x);
ArbBall trunc(const ArbBall& x);
ArbBall rint(const ArbBall& x);  // halves to the even neighbour

}  // namespace real
}  // namespace etalon
