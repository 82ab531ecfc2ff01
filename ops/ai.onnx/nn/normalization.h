// What the normalizations share: standardized values, and their parameters.
#pragma once

#include "engine/numerics/elementwise.h"

namespace etalon {

struct Standardized {
  Reals values;  // (x − mean) / deviation, of x's shape
  Reals mean;
  Reals variance;   // Σ(x − mean)² / count
  Reals deviation;  // √(variance + epsilon)
};

// x standardized over some axes, which stay as size 1 in the statistics.
inline Standardized standardized(const Reals& x, const std::vector<size_t>& axes, double epsilon) {
  const Reals mean = mean_over(x, axes);
  const Reals D = elementwise(x, mean, std::minus());
  const Reals DD = D * D;
  const Reals variance = mean_over(DD, axes);
  const Reals deviation = xt::sqrt(variance + epsilon);
  return {elementwise(D, deviation, std::divides()), mean, variance, deviation};
}

// A parameter [C], as [1, C, 1]. Throws InvalidInput, naming it, for another shape.
inline Reals by_channel(const Tensor& parameter, std::string_view name, size_t C) {
  require_shape(name, parameter, {C});
  return parameter.reshaped({1, C, 1}).as<double>();
}

// A parameter that broadcasts to X. Throws InvalidInput, naming it, when it does not.
inline Reals broadcastable(const Tensor& parameter, std::string_view name, const Tensor& X) {
  if (broadcast_shape(parameter.shape(), X.shape()) != X.shape()) {
    throw InvalidInput("{}'s shape {} does not broadcast to {}", name, to_string(parameter.shape()),
                       to_string(X.shape()));
  }
  return parameter.as<double>();
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
