// Pow: Z = X^Y, elementwise, as X's type; powers of integers wrap.
//   1         equal shapes, or broadcast=1: Y aligns with X's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
//   12        integers; Y of a type of its own
//   13, 15    more types
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
  throw not_an_integer(x, y);
}

int64_t power(int64_t x, double y) {
  if (y == std::trunc(y) && std::fabs(y) < 0x1p63) return power(x, static_cast<int64_t>(y));
  // 4^0.5 is an integer. From 2^25 on, an irrational root may round to one.
  const double z = std::pow(static_cast<double>(x), y);
  if (z == std::trunc(z) && std::fabs(z) < 0x1p25) return static_cast<int64_t>(z);
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
    return Tensor::of(X.dtype(), pairwise<T, T1>(X, Y, [&](T x, T1 y) { return power(x, y); }));
  });
}

Tensor pow(const Tensor& X, const Tensor& Y) {
  if (!is_float(X.dtype())) {
    return powers<int64_t>(X, Y, [](int64_t x, auto y) { return power(x, y); });
  }
  if (current_rounding() && is_float(Y.dtype())) {
    return each(X, Y, [](const auto& x, const auto& y) { return real::pow(x, y); });
  }
  const auto rounded = [&](double x, auto y) { return rounded_power(X.dtype(), x, y); };
  return is_float(Y.dtype()) ? elementwise<double>(X.dtype(), X, Y, rounded)
                             : powers<double>(X, Y, rounded);
}

Values pow_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {pow(X, legacy_broadcast(X, call.tensor("Y"), call))};
}

Values pow_7(const Call& call) { return {pow(call.tensor("X"), call.tensor("Y"))}; }

const Operator op("Pow", {{pow_1, {1}}, {pow_7, {7, 12, 13, 15}}});

}  // namespace
}  // namespace etalon
