// Real numbers that are known to within a radius, in 128-bit integers: for what doubles leave
// undecided, an order of magnitude quicker than Arb.
#pragma once

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

  WideBall(double value = 0);  // NOLINT: implicit, as from int to double
  explicit WideBall(const ArbBall& ball);
  // ±magnitude · 2^exponent ± radius
  WideBall(bool negative, Magnitude magnitude, int exponent, double radius);

  // The middle to within 2^-52 of it.
  double middle() const;
  double radius() const { return radius_; }
  ArbBall arb() const;
  // The double that stands for every member of this ball, as ArbBall::rounded.
  std::optional<double> rounded(DType type) const;

  // |middle| = magnitude · 2^exponent, and the highest bit of the magnitude is set unless it is 0.
  Magnitude magnitude() const { return magnitude_; }
  int exponent() const { return exponent_; }
  bool negative() const { return negative_; }
  // At least |middle|.
  double size() const;
  // Adds to the radius.
  void widen(double error);

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

  // Throw Undecided where members of the two differ in the answer.
  friend bool operator<(const WideBall& a, const WideBall& b) { return a.arb() < b.arb(); }
  friend bool operator>(const WideBall& a, const WideBall& b) { return b < a; }
  friend bool operator<=(const WideBall& a, const WideBall& b) { return a.arb() <= b.arb(); }
  friend bool operator>=(const WideBall& a, const WideBall& b) { return b <= a; }

  friend WideBall maximum(const WideBall& a, const WideBall& b) {
    return WideBall(maximum(a.arb(), b.arb()));
  }
  friend WideBall minimum(const WideBall& a, const WideBall& b) { return -maximum(-a, -b); }

 private:
  Magnitude magnitude_;
  double radius_;
  int exponent_;
  bool negative_;
};

namespace real {

WideBall abs(const WideBall& x);
WideBall exp(const WideBall& x);
WideBall expm1(const WideBall& x);
WideBall log1p(const WideBall& x);
WideBall tanh(const WideBall& x);

}  // namespace real
}  // namespace etalon
