// Functions of a tensor's lines along one axis.
#pragma once

#include "engine/numerics/carriers.h"

namespace etalon {

// f(lines), where f treats each line of an array [lines, elements] of any numeric carrier by itself
// and keeps its shape, for the lines of X along `axis`. Floats are rounded once.
template <class F>
Tensor by_axis(const Tensor& X, size_t axis, F f) {
  std::vector<size_t> last = all_axes(X.rank());
  std::swap(last[axis], last.back());
  const Tensor moved = transposed(X, last);
  const size_t columns = X.dim(axis);
  const Tensor lines = moved.reshaped({columns == 0 ? 0 : X.size() / columns, columns});
  const auto result = [&]() -> Tensor {
    if (is_float(X.dtype())) return by_line(lines, X.dtype(), f);
    return numeric(X.dtype(), [&]<class T>() { return Tensor::of(X.dtype(), f(lines.as<T>())); });
  };
  return transposed(result().reshaped(moved.shape()), last);
}

}  // namespace etalon
