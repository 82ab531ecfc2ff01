// Softmax, LogSoftmax and Hardmax: which elements belong together.
#pragma once

#include "engine/numerics/exponentials.h"

namespace etalon {

// output = f(lines) of a tensor [lines, elements]: those along `axis`, or before version 13 those of
// the input flattened to 2-D at `axis`, which run over the whole tail.
template <class F>  // Tensor f(const Tensor& lines), of the same shape
Values along_axis(const Call& call, F f) {
  const Tensor& input = call.tensor("input");
  const size_t axis = axis_index(call.integer("axis"), input.rank());
  if (call.since_version() < 13) {
    const auto [rows, columns] = split_at(input.shape(), axis);
    return {f(input.reshaped({rows, columns})).reshaped(input.shape())};
  }
  std::vector<size_t> last = all_axes(input.rank());
  std::swap(last[axis], last.back());
  const Tensor moved = transposed(input, last);
  const size_t columns = input.dim(axis);
  const Tensor lines = moved.reshaped({columns == 0 ? 0 : input.size() / columns, columns});
  return {transposed(f(lines).reshaped(moved.shape()), last)};
}

}  // namespace etalon
