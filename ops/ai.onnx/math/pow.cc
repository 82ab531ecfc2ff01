// Pow: Z = X^Y, elementwise, as X's type; powers of integers wrap, and fractions are truncated.
//   1         equal shapes, or broadcast=1: Y aligns with X's axes from `axis` (default: the last)
//   7         multidirectional broadcasting
//   12        integers; Y of a type of its own
//   13, 15    more types
#include "engine/formula.h"

namespace etalon {
namespace {

constexpr auto no_integer = "the specification does not say how an integer tensor holds {}^{}";

int64_t power(int64_t x, uint64_t y) { return integer_power(x, y); }

int64_t power(int64_t x, int64_t y) {
  if (y >= 0) return integer_power(x, static_cast<uint64_t>(y));
  if (x == 1 || x == -1) return y % 2 == 0 ? 1 : x;
  return x == 0 ? undefined(int64_t{0}, no_integer, x, y) : 0;
}

int64_t power(int64_t x, double y) {
  if (y == std::trunc(y) && std::fabs(y) < 0x1p63) return power(x, static_cast<int64_t>(y));
  // From 2^52 on, a double does not tell a root from the integer beside it.
  const double z = real::pow(static_cast<double>(x), y);
  if (std::fabs(z) < 0x1p52) return static_cast<int64_t>(z);
  return undefined(int64_t{0}, no_integer, x, y);
}

Tensor pow(const Tensor& X, const Tensor& Y) {
  if (is_float(X.dtype())) {
    return each(X, Y, [](const auto& x, const auto& y) { return real::pow(x, y); });
  }
  return numeric(Y.dtype(), [&]<class T1>() {
    const auto f = [](int64_t x, T1 y) { return power(x, y); };
    return Tensor::of(X.dtype(), pairwise<int64_t, T1>(X, Y, f));
  });
}

Values pow_1(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {pow(X, legacy_broadcast(X, call.tensor("Y"), call))};
}

Values pow_7(const Call& call) { return {pow(call.tensor("X"), call.tensor("Y"))}; }

const Operator op("Pow", {{pow_1, {1}}, {pow_7, {7, 12, 13, 15}}});

}  // namespace
}  // namespace etalon
