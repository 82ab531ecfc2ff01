// ReduceMean of integers without real numbers.
#pragma once

#include "engine/operators/rooms.h"
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {

// Σ x / n of integers, without the sum's overflow: the quotients x / n are summed apart from the
// remainders x % n, whose own mean then moves the result towards zero if its sign is the other.
template <class T>
Array<T> integer_mean(const Array<T>& x, const std::vector<size_t>& axes, T n) {
  Array<T> mean = sum_over(by_element(x, [n](T value) { return value / n; }), axes);
  const Array<T> rest = sum_over(by_element(x, [n](T value) { return value % n; }), axes);
  for (size_t i = 0; i < mean.size(); ++i) {
    T& value = mean.data()[i];
    value += rest.data()[i] / n;
    const T left = rest.data()[i] % n;
    if (value > 0 && left < 0) --value;
    if (value < 0 && left > 0) ++value;
  }
  return mean;
}

// Of each set.
inline size_t elements_reduced(const Call& call) {
  size_t n = 1;
  for (const size_t axis : reduced_axes(call)) n *= call.tensor("data").dim(axis);
  return n;
}

inline std::optional<Values> mean_of_integers(const Call& call) {
  const Tensor& data = call.tensor("data");
  if (!is_integer(data.dtype())) return std::nullopt;
  const size_t n = elements_reduced(call);
  if (n == 0) return std::nullopt;
  const Tensor reduced = over_integers(data.dtype(), [&]<class T>() {
    return Tensor::of(data.dtype(),
                      integer_mean(data.as<T>(), reduced_axes(call), static_cast<T>(n)));
  });
  return Values{with_keepdims(call, reduced)};
}

}  // namespace etalon
