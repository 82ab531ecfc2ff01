// Real numbers known to within a radius, as pairs of doubles.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/numerics/functions.h"
#include "engine/values/errors.h"

namespace etalon {

// The real numbers x with |x - middle| ≤ radius. The result of an operation contains the exact
// result for all members of its operands; its middle is what the same operation on doubles gives.
// A radius that is infinite or NaN says nothing. An infinite or NaN middle with the radius 0 stands
// for that value, by the rules of IEEE 754, and so does a zero with its sign.
//
// + - * / and the square root rest on IEEE 754 alone: round to nearest, an error of at most half an
// ULP, and none where the result is known to be exact. The elementary functions rest on a maths
// library whose results are at most 8 ULP off, several times what any in use documents; where the
// middle or a radius leaves the range in which a bound is known, the radius is infinite.
//
// A sample is a single number: a value of a sampled evaluation (MonteCarlo). An operation with a
// sample gives a sample, rounded by the rules of that evaluation. Samples decide every comparison.
class Ball {
 public:
  // The radius of a sample.
  static constexpr double sampled = -std::numeric_limits<double>::infinity();
  bool is_sample() const { return radius_ < 0; }
  // The radius of a sample that is a product, whose factors a sum of products may round.
  static constexpr double sampled_as_product = -1;
  bool is_product() const { return radius_ == sampled_as_product; }

  Ball(double middle = 0, double radius = 0)  // NOLINT: implicit, as from int to double
      : middle_(middle), radius_(radius) {}

  double middle() const { return middle_; }
  double radius() const { return radius_; }
  // At most the least member, and at least the greatest. The members themselves if the radius is 0.
  double lower() const { return middle_ - reach(); }
  double upper() const { return middle_ + reach(); }

  friend Ball operator-(const Ball& a) { return {-a.middle_, a.radius_}; }
  friend Ball operator+(const Ball& a, const Ball& b) {
    const double sum = a.middle_ + b.middle_;
    if (!std::isfinite(sum)) [[unlikely]]
      return special(sum, a, b, true);
    const double part = sum - a.middle_;
    const double lost = (a.middle_ - (sum - part)) + (b.middle_ - part);  // Knuth's, exact
    if (a.radius_ < 0 || b.radius_ < 0) [[unlikely]]
      return sampled_sum(sum, lost);
    return {sum, (a.radius_ + b.radius_ + std::fabs(lost)) * (1 + 0x1p-49)};
  }
  friend Ball operator-(const Ball& a, const Ball& b) { return a + -b; }
  friend Ball operator*(const Ball& a, const Ball& b) {
    const double product = a.middle_ * b.middle_;
    if (!std::isfinite(product)) [[unlikely]] {
      return special(product, a, b, a.has_sign() && b.has_sign());
    }
    const bool exact = is_single(a.middle_) && is_single(b.middle_);
    if (exact && a.radius_ == 0 && b.radius_ == 0) return product;
    if (a.radius_ < 0 || b.radius_ < 0) [[unlikely]]
      return sampled_product(product, a, b);
    return rounded(
        product, std::fabs(a.middle_) * b.radius_ + (std::fabs(b.middle_) + b.radius_) * a.radius_,
        exact ? 0 : half_ulp);
  }
  friend Ball operator/(const Ball& a, const Ball& b) {
    const double quotient = a.middle_ / b.middle_;
    if (a.radius_ < 0 || b.radius_ < 0) [[unlikely]]
      return sampled_quotient(quotient, a, b);
    if (!std::isfinite(quotient) || !std::isfinite(b.middle_)) [[unlikely]] {
      if (b.middle_ == 0 && b.radius_ == 0 && a.has_sign()) return quotient;  // a pole
      return special(quotient, a, b, a.has_sign() && b.has_sign());
    }
    if (a.radius_ == 0 && b.radius_ == 0) {
      const bool exact =
          is_single(quotient) && is_single(b.middle_) && quotient * b.middle_ == a.middle_;
      return exact ? Ball(quotient) : rounded(quotient, 0);
    }
    const double least = std::fabs(b.middle_) - b.radius_;
    if (!(least > 0)) return {quotient, std::numeric_limits<double>::infinity()};
    return rounded(quotient,
                   (a.radius_ + std::fabs(quotient) * (1 + half_ulp) * b.radius_) / least);
  }
  Ball& operator+=(const Ball& b) { return *this = *this + b; }
  Ball& operator-=(const Ball& b) { return *this = *this - b; }
  Ball& operator*=(const Ball& b) { return *this = *this * b; }
  Ball& operator/=(const Ball& b) { return *this = *this / b; }

  // Comparisons throw Undecided where members of the two balls give different answers. NaN compares
  // as in IEEE 754.
  friend bool operator<(const Ball& a, const Ball& b) {
    if (a.upper() < b.lower()) return true;
    if (a.lower() >= b.upper() || a.is_nan() || b.is_nan()) return false;
    throw Undecided();
  }
  friend bool operator>(const Ball& a, const Ball& b) { return b < a; }
  friend bool operator<=(const Ball& a, const Ball& b) {
    return !a.is_nan() && !b.is_nan() && !(b < a);
  }
  friend bool operator>=(const Ball& a, const Ball& b) { return b <= a; }
  friend bool operator==(const Ball& a, const Ball& b) {
    if (a.is_nan() || b.is_nan() || a.upper() < b.lower() || b.upper() < a.lower()) return false;
    if (a.radius_ <= 0 && b.radius_ <= 0) return true;
    throw Undecided();
  }
  friend bool is_finite(const Ball& x) { return std::isfinite(x.middle_); }
  // True for a NaN itself, the radius of which is 0, and for a sample.
  bool is_nan() const { return std::isnan(middle_) && radius_ <= 0; }

  friend Ball maximum(const Ball& a, const Ball& b) {
    constexpr double unknown = std::numeric_limits<double>::infinity();
    if (!(a.radius_ < unknown && b.radius_ < unknown)) return {a.middle_ + b.middle_, unknown};
    if (a.is_nan() || b.is_nan()) return {a.middle_ + b.middle_, std::min(a.radius_, b.radius_)};
    if (a.radius_ < 0 || b.radius_ < 0) return {std::max(a.middle_, b.middle_), sampled};
    return hull(std::max(a.middle_, b.middle_), std::max(a.lower(), b.lower()),
                std::max(a.upper(), b.upper()));
  }
  friend Ball minimum(const Ball& a, const Ball& b) { return -maximum(-a, -b); }

  // The error of one rounding, relative to the result; and of a library function.
  static constexpr double half_ulp = 0x1p-53;
  static constexpr double library_error = 0x1p-49;

  // A ball around a middle that was rounded once (or by `error`, relative), if the operands' radii
  // alone would give the ball this radius. The sums and products of radii are rounded, too: at most
  // a few times, which the last factor exceeds. 0x1p-1070 covers results below the least normal
  // double.
  static Ball rounded(double middle, double radius, double error = half_ulp) {
    return {middle, (radius + std::fabs(middle) * error) * (1 + 0x1p-49) + 0x1p-1070};
  }

 private:
  // True for a double that a float holds: the product of two of them is exact.
  static bool is_single(double x) { return static_cast<float>(x) == x; }
  bool has_sign() const { return radius_ == 0 || std::fabs(middle_) > radius_; }
  // The results of operations with a sample; finite ones are given before rounding.
  static Ball sampled_sum(double sum, double lost);
  static Ball sampled_product(double product, const Ball& a, const Ball& b);
  static Ball sampled_quotient(double quotient, const Ball& a, const Ball& b);
  // The ball of a result that is not finite, or of a quotient by infinity: the value itself if an
  // operand is not finite, and all members of the operands give the same value.
  static Ball special(double value, const Ball& a, const Ball& b, bool same) {
    constexpr double unknown = std::numeric_limits<double>::infinity();
    if (a.radius_ < 0 || b.radius_ < 0) return {value, sampled};
    const bool overflow = std::isfinite(a.middle_) && std::isfinite(b.middle_);
    const bool known = !overflow && same && a.radius_ < unknown && b.radius_ < unknown;
    return {value, known ? 0 : unknown};
  }
  double reach() const {
    return radius_ <= 0 ? 0 : radius_ * (1 + 0x1p-50) + std::fabs(middle_) * 0x1p-52;
  }
  static Ball hull(double middle, double lower, double upper) {
    if (lower == upper) return {middle, 0};
    return rounded(middle, std::max(upper - middle, middle - lower), 0x1p-52);
  }

  double middle_;
  double radius_;
};

// The radius of a tensor's elements: 0, or the radius of samples where a sample is wanted.
double element_radius();

namespace real {

template <>
inline Ball pi() {
  return {std::numbers::pi, 0x1p-52};
}

inline Ball abs(const Ball& x) { return {std::fabs(x.middle()), x.radius()}; }
Ball sqrt(const Ball& x);
Ball exp_of_any(const Ball& x);
inline Ball exp(const Ball& x) {
  const double m = x.middle();
  if (x.radius() != 0 || m == 0 || !std::isfinite(m)) return exp_of_any(x);
  return Ball::rounded(exp(m), 0, Ball::library_error);
}
Ball expm1(const Ball& x);
Ball log(const Ball& x);
Ball log1p(const Ball& x);
Ball sin(const Ball& x);
Ball cos(const Ball& x);
Ball tan(const Ball& x);
Ball asin(const Ball& x);
Ball acos(const Ball& x);
Ball atan(const Ball& x);
Ball sinh(const Ball& x);
Ball cosh(const Ball& x);
Ball tanh(const Ball& x);
Ball asinh(const Ball& x);
Ball acosh(const Ball& x);
Ball atanh(const Ball& x);
Ball erf(const Ball& x);
Ball erfc(const Ball& x);
Ball pow(const Ball& x, const Ball& y);
// Whole numbers. Throw Undecided where the members of x differ in the answer.
Ball floor(const Ball& x);
Ball ceil(const Ball& x);
Ball trunc(const Ball& x);
Ball rint(const Ball& x);  // halves to the even neighbour

}  // namespace real
}  // namespace etalon
