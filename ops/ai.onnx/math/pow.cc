// Pow: Z = X^Y, elementwise, as X's type; powers of integers wrap.
//   1         equal shapes, or broadcast=1: Y aligns with X's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
//   12        integers; Y of a type of its own
//   13, 15    more types
#include "engine/operators/choice.h"
#include "engine/operators/least_integer.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

template <class T1>
Unspecified not_an_integer(int64_t x, T1 y) {
  return Unspecified("the specification does not say how an integer tensor holds {}^{}", x, y);
}

int64_t power(int64_t x, uint64_t y) { return integer_power(x, y); }

int64_t power(int64_t x, int64_t y) {
  if (y >= 0) return integer_power(x, static_cast<uint64_t>(y));
  if (x == 1 || x == -1) return y % 2 == 0 ? 1 : x;
  if (choices_wanted()) return 0;
  throw not_an_integer(x, y);
}

int64_t power(int64_t x, double y) {
  if (y == std::trunc(y) && std::fabs(y) < 0x1p63) return power(x, static_cast<int64_t>(y));
  // 4^0.5 is an integer. From 2^25 on, an irrational root may round to one.
  const double z = real::pow(static_cast<double>(x), y);
  if (z == std::trunc(z) && (z != 0 || std::isinf(y)) && std::fabs(z) < 0x1p25)
    return static_cast<int64_t>(z);
  if (choices_wanted()) return std::fabs(z) < 0x1p63 ? static_cast<int64_t>(z) : 0;
  throw not_an_integer(x, y);
}

// x^(y + rest), rounded once to `type`. A square is a product.
double rounded_power(DType type, double x, double y, double rest = 0) {
  const double sum = y + rest;
  const bool exact = sum - y == rest;
  const auto formula = [&]<class R>(R base) -> R {
    return sum == 2 ? base * base : real::pow(base, exact ? R(sum) : R(y) + rest);
  };
  return correctly_rounded(type, formula, x);
}

// A 64-bit integer may have more digits than a double, but not than two.
template <class T1>
double rounded_power(DType type, double x, T1 y) {
  const T1 rest = y % 0x10000;
  return rounded_power(type, x, static_cast<double>(y - rest), static_cast<double>(rest));
}

// power(x, y) for each pair; X's elements are Ts.
template <class T, class F>
Tensor powers(const Tensor& X, const Tensor& Y, F power) {
  return numeric(Y.dtype(), [&]<class T1>() {
    return Tensor::decided(X.dtype(),
                           pairwise<T, T1>(X, Y, [&](T x, T1 y) { return power(x, y); }));
  });
}

// An integer power is open where it is no integer, and where it exceeds the type.
Tensor open_powers(const Tensor& Z, const Tensor& X, const Tensor& Y) {
  if (!choices_wanted()) return Z;
  const Reals exact = by_element(X.as<double>(), Y.as<double>(),
                                 [](double x, double y) { return real::pow(x, y); });
  const Reals base = broadcast_to(X, Z.shape()).as<double>();
  const auto divided = [&] { return Bools(xt::isinf(exact) && xt::equal(base, 0.0)); };
  const Tensor by_zero = anything(Z, "integer_zero_divisor", divided);
  const Tensor fraction = anything(by_zero, "negative_exponent", [&] {
    return Bools(!xt::equal(xt::trunc(exact), exact) ||
                 (xt::equal(exact, 0.0) && !xt::equal(base, 0.0)));
  });
  const Tensor whole = wrap_or_saturate(fraction, "integer_overflow", [&] { return exact; });
  return with_least_integer(whole, {X});
}

// 1^NaN, NaN^0 and (-1)^±∞ are 1 in IEEE 754's pow, and NaN by the formula.
Tensor open_reals(const Tensor& Z, const Tensor& X, const Tensor& Y) {
  if (!choices_wanted()) return Z;
  const auto one = [&] { return Bools(xt::equal(Z.as<double>(), 1.0)); };
  const auto any = [&](auto test) {
    const Tensor x = broadcast_to(X, Z.shape()), y = broadcast_to(Y, Z.shape());
    return Bools(one() && (test(x.as<double>()) || test(y.as<double>())));
  };
  const auto nan = [&] { return scalar(Z.dtype(), std::numeric_limits<double>::quiet_NaN()); };
  const auto of_nan = [&] { return any([](const Reals& x) { return Bools(xt::isnan(x)); }); };
  const auto of_inf = [&] { return any([](const Reals& x) { return Bools(xt::isinf(x)); }); };
  return choice(choice(Z, "nan", of_nan, "one", {{"nan", nan}}), "inf", of_inf, "one",
                {{"nan", nan}});
}

Tensor power_of(const Tensor& X, const Tensor& Y) {
  if (!is_float(X.dtype())) {
    return powers<int64_t>(X, Y, [](int64_t x, auto y) { return power(x, y); });
  }
  if (current_rounding()) {
    return each(X, Y, [](const auto& x, const auto& y) { return real::pow(x, y); });
  }
  const auto rounded = [&](double x, auto y) { return rounded_power(X.dtype(), x, y); };
  return is_float(Y.dtype()) ? elementwise<double>(X.dtype(), X, Y, rounded)
                             : powers<double>(X, Y, rounded);
}

Tensor pow(const Tensor& X, const Tensor& Y) {
  const Tensor Z = power_of(X, Y);
  return is_float(Z.dtype()) ? open_reals(Z, X, Y) : open_powers(Z, X, Y);
}

Values pow_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {pow(X, legacy_broadcast(X, call.tensor("Y"), call))};
}

Values pow_7(const Call& call) { return {pow(call.tensor("X"), call.tensor("Y"))}; }

const Operator op("Pow", {{pow_1, {1}}, {pow_7, {7, 12, 13, 15}}});

}  // namespace
}  // namespace etalon
