// Operators' formulas over the real numbers: written once as a template over the number type R, and
// evaluated over balls until the balls decide how to round every element. Number types are also
// called carriers in the code.
#pragma once

#include <concepts>
#include <type_traits>
#include <vector>

#include "engine/numerics/arb_ball.h"
#include "engine/numerics/elements.h"
#include "engine/numerics/field_tensors.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/wide_ball.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {

template <class R>
concept BallCarrier =
    std::same_as<R, Ball> || std::same_as<R, WideBall> || std::same_as<R, ArbBall>;

// The elements of a float or integer tensor, widened exactly, as R: a Ball, a WideBall, an
// ArbBall, double, int64_t or uint64_t.
template <class R>
Array<R> elements_of(const Tensor& X);
template <>
Array<ArbBall> elements_of(const Tensor& X);

// Doubles as R.
template <BallCarrier R>
Array<R> carriers_of(const Reals& values) {
  Array<R> result = empty_array<R>(values.shape());
  std::copy(values.begin(), values.end(), result.data());
  return result;
}

// Each element rounded once to `type`. Balls are for float types; they throw Undecided where they
// do not decide the result.
template <class T>
Tensor rounded(DType type, const Array<T>& values) {
  return Tensor::of(type, values);
}
Tensor rounded(DType type, const Array<Ball>& values);
Tensor rounded(DType type, const Array<WideBall>& values);
Tensor rounded(DType type, const Array<ArbBall>& values);
// The results before the last rounding: doubles that round to these results.
Reals decided(DType type, const Array<Ball>& values);
Reals decided(DType type, const Array<WideBall>& values);
Reals decided(DType type, const Array<ArbBall>& values);
template <class E>
Tensor rounded(DType type, const xt::xexpression<E>& expression) {
  return rounded(type, Array<typename E::value_type>(expression));
}

template <class R>
Tensor rounded(DType type, const Array<R>& values, const Shape& shape) {
  return rounded(type, values).reshaped(shape);
}

// Each element rounded to a float type and widened again: for operators whose specification rounds
// an intermediate result.
template <class R>
Array<R> rounded_to(DType type, const Array<R>& values) {
  return elements_of<R>(rounded(type, values));
}

// Each element as an integer of `type`, truncated. NaN and numbers outside the type's range are
// undefined: 0 where choices are wanted, else Unspecified. Throws Undecided.
Tensor truncated(DType type, const Array<Ball>& values);
Tensor truncated(DType type, const Array<ArbBall>& values);

// The operations that a number type R has for formulas. Comparisons and whole numbers that R cannot
// decide throw Undecided. A comparison with NaN is false, and an operation on NaN gives NaN.
template <class R>
concept RealArithmetic = std::constructible_from<R, double> && std::totally_ordered<R> &&
    requires(const R& a, const R& b) {
  { -a } -> std::convertible_to<R>;
  { a + b } -> std::convertible_to<R>;
  { a - b } -> std::convertible_to<R>;
  { (a * b) } -> std::convertible_to<R>;
  { a / b } -> std::convertible_to<R>;
  { maximum(a, b) } -> std::convertible_to<R>;
  { minimum(a, b) } -> std::convertible_to<R>;
  { is_finite(a) } -> std::same_as<bool>;
  { real::abs(a) } -> std::convertible_to<R>;
  { real::floor(a) } -> std::convertible_to<R>;
  { real::ceil(a) } -> std::convertible_to<R>;
  { real::trunc(a) } -> std::convertible_to<R>;
  { real::rint(a) } -> std::convertible_to<R>;
};
template <class R>
concept Real = RealArithmetic<R> && requires(const R& a, const R& b) {
  { real::pi<R>() } -> std::convertible_to<R>;
  { real::sqrt(a) } -> std::convertible_to<R>;
  { real::exp(a) } -> std::convertible_to<R>;
  { real::expm1(a) } -> std::convertible_to<R>;
  { real::log(a) } -> std::convertible_to<R>;
  { real::log1p(a) } -> std::convertible_to<R>;
  { real::sin(a) } -> std::convertible_to<R>;
  { real::cos(a) } -> std::convertible_to<R>;
  { real::tan(a) } -> std::convertible_to<R>;
  { real::asin(a) } -> std::convertible_to<R>;
  { real::acos(a) } -> std::convertible_to<R>;
  { real::atan(a) } -> std::convertible_to<R>;
  { real::sinh(a) } -> std::convertible_to<R>;
  { real::cosh(a) } -> std::convertible_to<R>;
  { real::tanh(a) } -> std::convertible_to<R>;
  { real::asinh(a) } -> std::convertible_to<R>;
  { real::acosh(a) } -> std::convertible_to<R>;
  { real::atanh(a) } -> std::convertible_to<R>;
  { real::erf(a) } -> std::convertible_to<R>;
  { real::erfc(a) } -> std::convertible_to<R>;
  { real::pow(a, b) } -> std::convertible_to<R>;
};

// f.operator()<R>(), whose results are floats of `type`, for R = Ball and, if that throws
// Undecided, for ArbBall of 128, 512, … bits until none is thrown. Balls cannot decide float64
// results, and are left out for them. Results that are undecided at the end are the middles of
// their balls. Where bounds are wanted, results are bounds, and comparisons that rounding may
// change throw Undecided.
template <class F>
auto over_reals(DType type, F&& f) -> decltype(f.template operator()<Ball>());

// As over_reals, with WideBalls in place of Balls: for formulas of so many operations that doubles
// seldom decide.
template <class F>
auto over_wide_reals(F&& f) -> decltype(f.template operator()<WideBall>());

// f.operator()<T>() for an integer type and bool, with T = int64_t or uint64_t.
template <class F>
auto over_integers(DType type, F&& f) -> decltype(f.template operator()<int64_t>()) {
  return is_signed_integer(type) ? f.template operator()<int64_t>()
                                 : f.template operator()<uint64_t>();
}

// Elementary functions of arrays and expressions.
namespace real {

template <class E, class F>
auto of_each(const xt::xexpression<E>& x, F f) {
  return by_element(Array<typename E::value_type>(x), f);
}
template <class E>
Array<typename E::value_type> exp(const xt::xexpression<E>& x) {
  return of_each(x, [](const auto& value) { return exp(value); });
}
template <class E>
Array<typename E::value_type> log(const xt::xexpression<E>& x) {
  return of_each(x, [](const auto& value) { return log(value); });
}
template <class E>
Array<typename E::value_type> sqrt(const xt::xexpression<E>& x) {
  return of_each(x, [](const auto& value) { return sqrt(value); });
}
template <class E>
Array<typename E::value_type> abs(const xt::xexpression<E>& x) {
  return of_each(x, [](const auto& value) { return abs(value); });
}
template <class E>
Array<typename E::value_type> square(const xt::xexpression<E>& x) {
  return of_each(x, [](const auto& value) { return value * value; });
}

}  // namespace real

// The implementation of over_reals.
namespace detail {

inline constexpr long first_bits = 128;
inline constexpr long last_bits = 8192;
inline constexpr uint64_t arb_work = 100;  // of an operation, in multiply-adds

template <class F>
auto over_arb_balls(F& f) -> decltype(f.template operator()<ArbBall>()) {
  for (long bits = first_bits; bits <= last_bits; bits *= 4) {
    const Setting scope(&Evaluation::precision, bits);
    try {
      return f.template operator()<ArbBall>();
    } catch (const Undecided&) {
    }
  }
  const Setting scope(&Evaluation::precision, last_bits);
  const Setting middles(&Evaluation::middles, true);
  return f.template operator()<ArbBall>();
}

}  // namespace detail

template <class F>
auto over_reals(DType type, F&& f) -> decltype(f.template operator()<Ball>()) {
  static_assert(Real<Ball> && Real<ArbBall>);
  if (evaluation().once_over_arbs()) return f.template operator()<ArbBall>();
  if (type != DType::float64 || evaluation().sampled) {
    try {
      return f.template operator()<Ball>();
    } catch (const Undecided&) {
    }
  }
  return detail::over_arb_balls(f);
}

template <class F>
auto over_wide_reals(F&& f) -> decltype(f.template operator()<WideBall>()) {
  static_assert(RealArithmetic<WideBall>);
  if (evaluation().once_over_arbs()) return f.template operator()<ArbBall>();
  if (evaluation().sampled) ++evaluation().lost_errors;  // there are no such samples
  try {
    const Setting scope(&Evaluation::precision, detail::first_bits);
    return f.template operator()<WideBall>();
  } catch (const Undecided&) {
  }
  return detail::over_arb_balls(f);
}

}  // namespace etalon
