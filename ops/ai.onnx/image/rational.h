// Exact rational numbers: the coordinates and weights of Resize, whose ties and whole numbers
// decide which elements are read.
#pragma once

#include <compare>
#include <cstdint>

#if __has_include(<flint/fmpq.h>)
#include <flint/fmpq.h>
#else
#include <fmpq.h>
#endif

#include "engine/numerics/arb_ball.h"
#include "engine/values/limits.h"

namespace etalon {

class Rational {
 public:
  Rational(double value = 0);  // NOLINT: implicit, as from int to double. Must be finite
  Rational(const Rational& other);
  Rational(Rational&& other) noexcept;
  Rational& operator=(Rational other) noexcept;
  ~Rational();

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);  // b must not be 0
  friend bool operator==(const Rational& a, const Rational& b);
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);
  friend Rational abs(const Rational& x);
  friend Rational maximum(const Rational& a, const Rational& b) { return a < b ? b : a; }

  // The next whole number below or above, which must be below 2^62.
  int64_t floor() const;
  int64_t ceil() const;
  // The nearest double.
  double nearest() const;
  // The least multiple of a whole number by which this number is made whole.
  Rational multiple_of(const Rational& whole) const;

  // A whole number as R: exact, or as near as a Ball can hold it.
  template <class R>
  R whole() const;

 private:
  fmpq_t value_;
};
template <>
Ball Rational::whole() const;
template <>
ArbBall Rational::whole() const;

// Calls visit(k) for each whole number k from low to high.
template <class Visit>
void each_whole(const Rational& low, const Rational& high, Visit visit) {
  for (int64_t k = low.ceil(), last = high.floor(); k <= last; ++k) {
    count_work(work_per_step);
    visit(k);
  }
}

}  // namespace etalon
