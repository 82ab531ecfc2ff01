// ArgMax and ArgMin: the index of the element that beats the others.
#pragma once

#include "ops/ai.onnx/lines.h"

namespace etalon {

// The index of the element that no other beats, the first of such elements or the last. NaN beats
// all others.
template <class T, class Beats>
size_t best_of(const Array<T>& x, const Line& line, bool last, Beats beats) {
  const auto wins = [&](T a, T b) { return b == b && (a != a || beats(a, b)); };
  size_t best = 0;
  for (size_t i = 1; i < line.size; ++i) {
    const T challenger = x.data()[line[i]];
    const T champion = x.data()[line[best]];
    if (wins(challenger, champion) || (last && !wins(champion, challenger))) best = i;
  }
  return best;
}

// reduced = that index for each line along `axis`, the last one with `select_last_index`.
template <class Beats>  // bool beats(T a, T b)
Values index_of_best(const Call& call, Beats beats) {
  const Tensor& data = call.tensor("data");
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  if (data.dim(axis) == 0 || (call.since_version() == 11 && data.size() == 0)) {
    throw InvalidInput("data of shape {} is empty", to_string(data.shape()));
  }
  const bool last = call.since_version() >= 12 && call.flag("select_last_index");
  Shape shape = data.shape();
  shape[axis] = 1;
  Ints reduced = empty_array<int64_t>(shape);
  numeric(data.dtype(), [&]<class T>() {
    const Array<T> x = data.as<T>();
    const Lines lines(data.shape(), axis);
    for (size_t n = 0; n < lines.count(); ++n) {
      reduced.data()[n] = static_cast<int64_t>(best_of(x, lines[n], last, beats));
    }
  });
  return {Tensor::of(DType::int64, call.flag("keepdims") ? reduced : squeezed(reduced, {axis}))};
}

}  // namespace etalon
