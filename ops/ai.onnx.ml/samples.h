// What the operators on rows of features share: the rows as carriers of the reals, evaluated some
// rows at a time.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/numerics/carriers.h"
#include "engine/operators/operator.h"

namespace etalon {

// X as one row of features a sample: [N, F], or [F] for a single sample. Throws InvalidInput for
// another rank.
Tensor feature_rows(const Tensor& X);

// An attribute's values, row-major, as an array of this shape, which must have as many elements.
Reals array_of(const std::vector<double>& values, const Shape& shape);

// Doubles as carriers.
template <class R>
Array<R> carriers_of(const Reals& values) {
  Array<R> result = empty_array<R>(values.shape());
  std::copy(values.begin(), values.end(), result.data());
  return result;
}

// Two doubles whose sum is x: one does not hold every 64-bit integer.
struct ExactParts {
  double high, low;
};
inline ExactParts exact_parts(double x) { return {x, -0.0}; }
template <std::integral T>
ExactParts exact_parts(T x) {
  return {static_cast<double>(x >> 32) * 0x1p32, static_cast<double>(x & 0xffff'ffff)};
}

// The elements of a tensor of floats or integers as balls that contain them.
template <BallCarrier R>
Array<R> exact_elements(const Tensor& X) {
  return numeric(X.dtype(), [&]<class T>() {
    const Array<T> x = X.as<T>();
    Array<R> result = empty_array<R>(x.shape());
    std::transform(x.begin(), x.end(), result.data(), [](T value) {
      const ExactParts parts = exact_parts(value);
      return R(parts.high) + R(parts.low);
    });
    return result;
  });
}

// f.operator()<R>(x) for parts x [n, F] of X [N, F]: tensors whose first axis is that of the
// samples, joined along it. Floats among them are of `type`. A digit that is hard to decide costs a
// part, not the whole.
template <class F>
Values by_samples(const Tensor& X, DType type, F f) {
  constexpr size_t elements_at_once = 4096;
  const size_t N = X.dim(0);
  const size_t at_once = std::max<size_t>(1, elements_at_once / std::max<size_t>(1, X.dim(1)));
  std::vector<std::vector<Tensor>> parts;
  for (size_t first = 0; first == 0 || first < N; first += at_once) {
    const Tensor samples = slice(X, 0, first, std::min(N, first + at_once));
    const Values results =
        over_reals(type, [&]<class R>() -> Values { return f.template operator()<R>(samples); });
    parts.resize(results.size());
    for (size_t i = 0; i < results.size(); ++i) parts[i].push_back(results[i].tensor());
  }
  Values joined;
  for (const std::vector<Tensor>& part : parts) joined.push_back(concat(part, 0));
  return joined;
}

// What compare() says of real numbers; `alike` where no number of bits tells them apart.
template <class Compare>
bool told_apart(Compare compare, bool alike) {
  try {
    return compare();
  } catch (const Undecided&) {
    if (precision_bits() < detail::last_bits) throw;
    return alike;
  }
}
template <class R>
bool is_above(const R& a, const R& b) {
  return told_apart([&] { return a > b; }, false);
}
template <class R>
bool is_equal(const R& a, const R& b) {
  return told_apart([&] { return a == b; }, true);
}

}  // namespace etalon
