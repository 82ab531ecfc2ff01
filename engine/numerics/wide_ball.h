// Real numbers known to within a radius, in 128-bit integers: for results that doubles leave
// undecided, ten times as fast as Arb.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/numerics/arb_ball.h"

namespace etalon {

// As Ball, but for finite numbers only: where one is infinite or NaN, or so large or small that a
// double does not hold its radius, operations throw Undecided. Middles have 128 bits; sums and
// products are off by at most one of the last, quotients by 2^-120 of the result, the exponential
// function by 2^-113. Zeros have a sign.
class WideBall {
 public:
  __extension__ using Magnitude = unsigned __int128;

  WideBall(double value = 0)  // NOLINT: implicit, as from int to double
      : magnitude_(0), radius_(0), exponent_(0), negative_(std::signbit(value)) {
    if (value != 0) set_middle(value);
  }
  explicit WideBall(const ArbBall& ball);
  // ±magnitude · 2^exponent ± radius
  WideBall(bool negative, Magnitude magnitude, int exponent, double radius)
      : magnitude_(magnitude), radius_(radius), exponent_(exponent), negative_(negative) {
    normalise();
  }

  // The middle to within 2^-52 of it.
  double middle() const {
    const auto high = static_cast<int64_t>(magnitude_ >> 65);
    const double size = static_cast<double>(high) * power_of_two(exponent_ + 65);
    return negative_ ? -size : size;
  }
  double radius() const { return radius_; }
  ArbBall arb() const;
  // As ArbBall::rounded.
  std::optional<double> rounded(DType type) const;

  // |middle| = magnitude · 2^exponent, and the highest bit of the magnitude is set unless it is 0.
  Magnitude magnitude() const { return magnitude_; }
  int exponent() const { return exponent_; }
  bool negative() const { return negative_; }
  bool is_nan() const { return false; }
  // Of x ≠ 0.
  static int leading_zeros(Magnitude x) {
    const auto high = static_cast<uint64_t>(x >> 64);
    return high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<uint64_t>(x));
  }
  // At least |middle|.
  double size() const { return std::fabs(middle()) * (1 + 0x1p-51); }
  // This ball, whose radius must be 0, with a radius of one unit of its last bit.
  WideBall within_last_bit() const {
    WideBall x = *this;
    x.radius_ = power_of_two(exponent_);
    return x;
  }
  // Adds to the radius.
  void widen(double error) { radius_ = (radius_ + error) * radius_slack; }

  friend WideBall operator-(WideBall a) {
    a.negative_ = !a.negative_;
    return a;
  }
  friend WideBall operator+(const WideBall& a, const WideBall& b);
  friend WideBall operator-(const WideBall& a, const WideBall& b) { return a + -b; }
  friend WideBall operator*(const WideBall& a, const WideBall& b);
  friend WideBall operator/(const WideBall& a, const WideBall& b);
  WideBall& operator+=(const WideBall& b) { return *this = *this + b; }
  WideBall& operator-=(const WideBall& b) { return *this = *this - b; }
  WideBall& operator*=(const WideBall& b) { return *this = *this * b; }
  WideBall& operator/=(const WideBall& b) { return *this = *this / b; }

  friend bool is_finite(const WideBall&) { return true; }
  // Comparisons throw Undecided where members of the two balls give different answers.
  friend bool operator<(const WideBall& a, const WideBall& b) { return (a - b).sign() < 0; }
  friend bool operator>(const WideBall& a, const WideBall& b) { return b < a; }
  friend bool operator<=(const WideBall& a, const WideBall& b) { return !(b < a); }
  friend bool operator>=(const WideBall& a, const WideBall& b) { return b <= a; }
  friend bool operator==(const WideBall& a, const WideBall& b) { return (a - b).sign() == 0; }

  friend WideBall maximum(const WideBall& a, const WideBall& b);
  friend WideBall minimum(const WideBall& a, const WideBall& b) { return -maximum(-a, -b); }

 private:
  static constexpr double radius_slack = 1 + 0x1p-48;  // more than the roundings of its computation

  // 2^exponent, a normal double.
  static double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<uint64_t>(1023 + exponent) << 52);
  }
  // To a number other than 0.
  void set_middle(double value);
  void normalise();
  // Throws Undecided unless a double holds the middle, its last bit and the radius.
  void require_exponent() const {
    constexpr int far = 800;
    if (exponent_ < -far || exponent_ > far) throw Undecided();
  }
  // As rounded, to float64, where the digits of the magnitude decide it.
  std::optional<double> rounded_by_digits() const;
  // False where some members are negative, or 0, and others not.
  bool has_sign() const;
  // -1, 0 or 1. Throws Undecided where members differ in that.
  int sign() const;

  Magnitude magnitude_;
  double radius_;
  int exponent_;
  bool negative_;
};

inline void WideBall::set_middle(double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  const int exponent = static_cast<int>(bits >> 52 & 2047);
  if (exponent == 0 || exponent == 2047) throw Undecided();  // not a normal number
  magnitude_ = Magnitude{bits << 11 | uint64_t{1} << 63} << 64;
  exponent_ = exponent - 1023 - 127;
  require_exponent();
}

// Sets the highest bit.
inline void WideBall::normalise() {
  if (magnitude_ == 0) {
    exponent_ = 0;
    return;
  }
  const int zeros = leading_zeros(magnitude_);
  magnitude_ <<= zeros;
  exponent_ -= zeros;
  require_exponent();
}

namespace real {

template <>
WideBall pi();
inline WideBall abs(const WideBall& x) { return x.negative() ? -x : x; }
WideBall sqrt(const WideBall& x);
WideBall exp(const WideBall& x);
WideBall expm1(const WideBall& x);
WideBall log(const WideBall& x);
WideBall log1p(const WideBall& x);
WideBall sin(const WideBall& x);
WideBall cos(const WideBall& x);
WideBall atan(const WideBall& x);
WideBall tanh(const WideBall& x);
WideBall erf(const WideBall& x);
WideBall erfc(const WideBall& x);
WideBall pow(const WideBall& x, const WideBall& y);
// These by Arb.
WideBall tan(const WideBall& x);
WideBall asin(const WideBall& x);
WideBall acos(const WideBall& x);
WideBall sinh(const WideBall& x);
WideBall cosh(const WideBall& x);
WideBall asinh(const WideBall& x);
WideBall acosh(const WideBall& x);
WideBall atanh(const WideBall& x);
WideBall floor(const WideBall& x);
WideBall ceil(const WideBall& x);
WideBall trunc(const WideBall& x);
WideBall rint(const WideBall& x);

}  // namespace real
}  // namespace etalon
