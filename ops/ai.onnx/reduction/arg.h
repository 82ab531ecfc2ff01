// ArgMax and ArgMin: the index of the element that beats the others.
#pragma once

#include "engine/operators/choice.h"
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

// The indices along the axis of all elements of each line that tie with the one found: equal ones,
// or only zeros of both signs.
inline Candidates ties(const Tensor& data, size_t axis, const Ints& found, bool zeros) {
  Candidates candidates;
  numeric(data.dtype(), [&]<class T>() {
    const Array<T> x = data.as<T>();
    const Lines lines(data.shape(), axis);
    for (size_t n = 0; n < lines.count(); ++n) {
      const T best = x.data()[lines[n][static_cast<size_t>(found.data()[n])]];
      std::vector<int64_t> equal;
      for (size_t i = 0; i < lines[n].size; ++i) {
        if (x.data()[lines[n][i]] == best) equal.push_back(static_cast<int64_t>(i));
      }
      if (equal.size() > 1 && (!zeros || best == T{0})) candidates[n] = equal;
    }
  });
  return candidates;
}

// What is open about the indices found: where a line holds NaN, where elements tie.
inline Tensor open_indices(const Call& call, const Tensor& data, size_t axis, const Ints& found) {
  const Tensor Y = Tensor::of(DType::int64, found);
  if (!choices_wanted()) return Y;
  const Tensor indices = Tensor::of(DType::int64, positions({data.dim(axis)}));
  const bool any_tie = call.since_version() < 12;
  if (!any_tie && !is_float(data.dtype())) return Y;
  const Tensor tied = any_of(Y, any_tie ? "ties_1" : "negative_zero", indices,
                             [&] { return ties(data, axis, found, !any_tie); });
  return anything(tied, "nan", [&] {
    const Ints count = sum_over(Ints(xt::cast<int64_t>(nans(data))), {axis});
    return Bools(xt::greater(count, int64_t{0}));
  });
}

// reduced = that index for each line along `axis`, the last one with `select_last_index`.
template <class Beats>  // bool beats(T a, T b)
Values index_of_best(const Call& call, Beats beats) {
  const Tensor& data = call.tensor("data");
  at_point("rank0", data.rank() == 0);
  const size_t axis = axis_index(call.integer("axis"), data.rank());
  at_point("empty", data.dim(axis) == 0);
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
  const Tensor found = open_indices(call, data, axis, reduced);
  return {call.flag("keepdims") ? found : found.reshaped(without_axes(found.shape(), {axis}))};
}

}  // namespace etalon
