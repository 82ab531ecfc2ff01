// What the normalizations share: their parameters.
#pragma once

#include "engine/formula.h"

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
  if (broadcast_shapes(parameter.shape(), X.shape()) != X.shape()) {
    throw InvalidInput("{}'s shape {} does not broadcast to {}", name, to_string(parameter.shape()),
                       to_string(X.shape()));
  }
  return parameter;
}

// The axes from `axis` on.
inline std::vector<size_t> axes_from(size_t axis, size_t rank) {
  std::vector<size_t> axes;
  for (; axis < rank; ++axis) axes.push_back(axis);
  return axes;
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
