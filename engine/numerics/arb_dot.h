// Sums of products as Arb adds them up: Σ a[k] · b[k] over k < n, exact but for the operands' radii
// and the bits of this thread's ArbBalls.
#pragma once

#include "engine/numerics/rounded_once.h"
#include "engine/values/evaluation.h"

namespace etalon {

// Arb's own ball of a double. Its 53 bits are held by the struct itself, which so needs no clearing
// and may be copied.
inline arb_struct arb_of(double value) {
  arb_struct arb;
  arb_init(&arb);
  arb_set_d(&arb, value);
  return arb;
}

// Every `step`th element from the first one on.
template <class T>
struct Strided {
  const T* first;
  size_t step;
  const T& operator[](size_t k) const { return first[k * step]; }
};

namespace detail {

inline double middle_of(double value) { return value; }
template <class R>
double middle_of(const R& ball) {
  return ball.middle();
}

}  // namespace detail

// A sum that is 0: −0 if all products are −0. The elements of a and b are finite, doubles or balls.
template <class A, class B>
double zero_of_products(const A& a, const B& b, size_t n) {
  double sum = sum_of_none<double>(n > 0);
  for (size_t k = 0; k < n; ++k) {
    const double x = detail::middle_of(a[k]), y = detail::middle_of(b[k]);
    if (x != 0 && y != 0) return 0;  // products that cancel
    sum += x * y;
  }
  return sum;
}

// The sum of any doubles or ArbBalls, infinities and NaN among them.
template <class A, class B>
ArbBall sum_of_products(const A& a, const B& b, size_t n) {
  ArbBall sum = sum_of_none<ArbBall>(n > 0);
  for (size_t k = 0; k < n; ++k) sum += ArbBall(a[k]) * ArbBall(b[k]);
  return sum;
}
// As above, for finite elements that are also in Arb's balls `as` and `bs`: faster.
template <class A, class B>
ArbBall sum_of_products(const A& a, const B& b, size_t n, const arb_struct* as,
                        const arb_struct* bs) {
  ArbBall sum;
  arb_dot(sum.get(), nullptr, 0, as, 1, bs, 1, static_cast<slong>(n), evaluation().precision);
  return arb_is_zero(sum.get()) ? ArbBall(zero_of_products(a, b, n)) : sum;
}

// True if an element has a rest, or is too small to show beside another: a sum of products may then
// have a rest, which arb_dot does not know.
bool may_hide(const Strided<ArbBall>& x, size_t n);

// The largest error of a runtime that multiplies and adds in any order; infinite where it may
// exceed its type.
template <class A, class B>
double error_of_sum(const Rounding& rounding, const A& a, const B& b, size_t n) {
  double magnitude = 0, of_factors = 0;
  const bool rounds_factors = rounding.rounds_factors();
  for (size_t k = 0; k < n; ++k) {
    const double x = detail::middle_of(a[k]), y = detail::middle_of(b[k]);
    magnitude += std::fabs(x * y);
    if (rounds_factors) of_factors += rounding.of_factors(x, y);
  }
  const Rounding sums = rounding.of_products();
  if (rounds_factors && magnitude > sums.greatest) return std::numeric_limits<double>::infinity();
  return sums.of_sum(double(n)) * (magnitude + of_factors) + double(n) * sums.tiny + of_factors;
}

}  // namespace etalon
