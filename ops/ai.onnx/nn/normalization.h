// What the normalizations share: their parameters.
#pragma once

#include "engine/formula.h"
#include "engine/operators/input_shapes.h"

namespace etalon {

// A parameter [C], as [C, 1], for each group or channel. Throws InvalidInput, naming it, for
// another shape.
inline Tensor by_channel(const Tensor& parameter, std::string_view name, size_t C) {
  require_shape(name, parameter, {C});
  return parameter.reshaped({C, 1});
}

// A parameter that broadcasts to X. Throws InvalidInput, naming it, when it does not.
inline const Tensor& broadcastable(const Tensor& parameter, std::string_view name,
                                   const Tensor& X) {
  require_broadcast(name, parameter.shape(), X.shape());
  return parameter;
}

// The axes from `axis` on.
inline std::vector<size_t> axes_from(size_t axis, size_t rank) {
  std::vector<size_t> axes;
  for (; axis < rank; ++axis) axes.push_back(axis);
  return axes;
}

// X as [N, num_groups, …].
inline Tensor by_group(const Call& call, const Tensor& X) {
  require_rank_from("X", X, 2);
  const int64_t num_groups = call.integer("num_groups");
  if (num_groups < 1 || X.dim(1) % size_t(num_groups) != 0) {
    throw InvalidInput("num_groups {} does not divide {} channels", num_groups, X.dim(1));
  }
  const size_t groups = size_t(num_groups), instance = split_at(X.shape(), 1).after;
  return X.reshaped({X.dim(0), groups, instance / groups});
}

// The float type that attribute stash_type names.
inline DType stash_type(const Call& call) {
  const int64_t type = call.integer("stash_type");
  const bool known = type > 0 && type < dtype_count;
  if (!known || !is_float(static_cast<DType>(type))) {
    throw InvalidInput("stash_type is {}, which is not a float type", type);
  }
  return static_cast<DType>(type);
}

}  // namespace etalon
