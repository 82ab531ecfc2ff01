// The number of roundings in a formula, found by evaluating it over counts.
#pragma once

#include "engine/numerics/ball.h"
#include "engine/numerics/paths.h"

namespace etalon {

// A value of a formula, as the largest number of roundings on the way to it. A comparison of
// operands is answered both ways (PathScope). A comparison of rounded values is undecided, because
// doubles may answer it wrongly.
class Depth {
 public:
  static constexpr int many = 1000;
  Depth(double = 0) {}  // NOLINT: implicit, as from int to double. An operand or constant
  static Depth after(int roundings) {
    Depth depth;
    depth.roundings_ = roundings;
    return depth;
  }
  int roundings() const { return roundings_; }

  friend Depth operator-(const Depth& a) { return a; }
  friend Depth operator+(const Depth& a, const Depth& b) { return rounded(a, b); }
  friend Depth operator-(const Depth& a, const Depth& b) { return rounded(a, b); }
  friend Depth operator*(const Depth& a, const Depth& b) { return rounded(a, b); }
  friend Depth operator/(const Depth& a, const Depth& b) { return rounded(a, b); }
  Depth& operator+=(const Depth& b) { return *this = *this + b; }
  Depth& operator-=(const Depth& b) { return *this = *this - b; }
  Depth& operator*=(const Depth& b) { return *this = *this * b; }
  Depth& operator/=(const Depth& b) { return *this = *this / b; }
  friend bool operator<(const Depth& a, const Depth& b) { return answer(a, b); }
  friend bool operator>(const Depth& a, const Depth& b) { return answer(a, b); }
  friend bool operator<=(const Depth& a, const Depth& b) { return answer(a, b); }
  friend bool operator>=(const Depth& a, const Depth& b) { return answer(a, b); }
  friend bool operator==(const Depth& a, const Depth& b) { return answer(a, b); }
  friend bool is_finite(const Depth&) { return PathScope::answer(); }
  bool is_nan() const { return PathScope::answer(); }
  // A choice between the two.
  friend Depth maximum(const Depth& a, const Depth& b) {
    return after(std::max(a.roundings_, b.roundings_));
  }
  friend Depth minimum(const Depth& a, const Depth& b) { return maximum(a, b); }
  // A function that IEEE 754 does not round correctly, or that a rounded argument may change much.
  friend Depth rounded_unknown(const Depth&) { return after(many); }

 private:
  static Depth rounded(const Depth& a, const Depth& b) {
    return after(std::max(a.roundings_, b.roundings_) + 1);
  }
  static bool answer(const Depth& a, const Depth& b) {
    if (a.roundings_ != 0 || b.roundings_ != 0) throw Undecided();
    return PathScope::answer();
  }

  int roundings_ = 0;
};

namespace real {

template <>
inline Depth pi() {
  return Depth::after(Depth::many);
}
inline Depth abs(const Depth& x) { return x; }
inline Depth sqrt(const Depth& x) { return x + x; }
// Exact for an exact value.
inline Depth whole(const Depth& x) { return x.roundings() == 0 ? x : Depth::after(Depth::many); }
inline Depth floor(const Depth& x) { return whole(x); }
inline Depth ceil(const Depth& x) { return whole(x); }
inline Depth trunc(const Depth& x) { return whole(x); }
inline Depth rint(const Depth& x) { return whole(x); }
inline Depth exp(const Depth& x) { return rounded_unknown(x); }
inline Depth expm1(const Depth& x) { return rounded_unknown(x); }
inline Depth log(const Depth& x) { return rounded_unknown(x); }
inline Depth log1p(const Depth& x) { return rounded_unknown(x); }
inline Depth sin(const Depth& x) { return rounded_unknown(x); }
inline Depth cos(const Depth& x) { return rounded_unknown(x); }
inline Depth tan(const Depth& x) { return rounded_unknown(x); }
inline Depth asin(const Depth& x) { return rounded_unknown(x); }
inline Depth acos(const Depth& x) { return rounded_unknown(x); }
inline Depth atan(const Depth& x) { return rounded_unknown(x); }
inline Depth sinh(const Depth& x) { return rounded_unknown(x); }
inline Depth cosh(const Depth& x) { return rounded_unknown(x); }
inline Depth tanh(const Depth& x) { return rounded_unknown(x); }
inline Depth asinh(const Depth& x) { return rounded_unknown(x); }
inline Depth acosh(const Depth& x) { return rounded_unknown(x); }
inline Depth atanh(const Depth& x) { return rounded_unknown(x); }
inline Depth erf(const Depth& x) { return rounded_unknown(x); }
inline Depth erfc(const Depth& x) { return rounded_unknown(x); }
inline Depth pow(const Depth& x, const Depth&) { return rounded_unknown(x); }

}  // namespace real
}  // namespace etalon
