// X as a matrix.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// The axes before `axis` as one, and those from it on.
inline Tensor flattened(const Tensor& X, int64_t axis) {
  const Split split = split_at(X.shape(), axis_index(axis, X.rank()));
  return X.reshaped({split.before, split.after});
}

}  // namespace etalon
