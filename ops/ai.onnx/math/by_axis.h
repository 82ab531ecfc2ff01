// Functions of a tensor's lines along one axis.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// f(lines) of a tensor [lines, elements]: those of X along `axis`.
template <class F>  // Tensor f(const Tensor& lines), of the same shape
Tensor by_axis(const Tensor& X, size_t axis, F f) {
  std::vector<size_t> last = all_axes(X.rank());
  std::swap(last[axis], last.back());
  const Tensor moved = transposed(X, last);
  const size_t columns = X.dim(axis);
  const Tensor lines = moved.reshaped({columns == 0 ? 0 : X.size() / columns, columns});
  return transposed(f(lines).reshaped(moved.shape()), last);
}

}  // namespace etalon
