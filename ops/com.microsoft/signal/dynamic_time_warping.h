// DynamicTimeWarping's costs.
#pragma once

#include "engine/formula.h"

namespace etalon {

// input, [M, N] or [1, M, N], as [M, N].
inline Tensor cost_matrix(const Call& call) {
  const Tensor& input = call.tensor("input");
  if (input.rank() == 3) require_shape("input", input, {1, any_size, any_size});
  if (input.rank() != 3) require_rank("input", input, 2);
  const size_t M = input.dim(input.rank() - 2), N = input.dim(input.rank() - 1);
  if (M == 0 || N == 0)
    throw InvalidInput("input of shape {} has no path", to_string(input.shape()));
  return input.reshaped({M, N});
}

// The least cost of a path from (0, 0) to each point.
template <class R>
Array<R> least_costs(const Array<R>& cost) {
  Array<R> least = cost;
  each_index(cost.shape(), [&](const Shape& at) {
    const size_t r = at[0], c = at[1];
    if (r > 0 && c > 0) {
      least(r, c) += minimum(minimum(least(r, c - 1), least(r - 1, c)), least(r - 1, c - 1));
    } else if (r + c > 0) {
      least(r, c) += r > 0 ? least(r - 1, c) : least(r, c - 1);
    }
  });
  return least;
}

}  // namespace etalon
