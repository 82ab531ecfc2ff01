// Tensors whose channels are the last axis: [N, D…, C] in place of [N, C, D…].
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// X with its last axis as the second, and the other way round.
inline Tensor channels_first(const Tensor& X) {
  require_rank_from("X", X, 2);
  std::vector<size_t> perm = all_axes(X.rank());
  std::rotate(perm.begin() + 1, perm.end() - 1, perm.end());
  return transposed(X, perm);
}
inline Tensor channels_last(const Tensor& Y) {
  std::vector<size_t> perm = all_axes(Y.rank());
  std::rotate(perm.begin() + 1, perm.begin() + 2, perm.end());
  return transposed(Y, perm);
}

}  // namespace etalon
