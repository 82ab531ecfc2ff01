// What the normalizations share: standardizing rows, and parameters by channel.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

struct Standardized {
  Reals values;           // (x − mean) / deviation, of x's shape [rows, columns]
  Reals mean, deviation;  // [rows, 1]; deviation is √(variance + epsilon)
};

// Each row of x with its mean taken off and divided by its deviation; the variance is Σ(x − mean)²
// / columns.
inline Standardized standardized(const Reals& x, double epsilon) {
  const Reals mean = mean_over(x, {1});
  const Reals D = x - mean;
  const Reals DD = D * D;
  const Reals variance = mean_over(DD, {1});
  const Reals deviation = xt::sqrt(variance + epsilon);
  return {D / deviation, mean, deviation};
}

// Throws InvalidInput unless the tensor has the shape [size].
inline void check_parameter(const Tensor& tensor, std::string_view name, size_t size) {
  if (tensor.shape() != Shape{size}) {
    throw InvalidInput("{} has the shape {} where [{}] is needed", name, to_string(tensor.shape()),
                       size);
  }
}

// Throws InvalidInput unless X has a batch and a channel axis.
inline void check_channels(const Tensor& X) {
  if (X.rank() < 2) {
    throw InvalidInput("the input has the shape {}; a batch and a channel axis are needed",
                       to_string(X.shape()));
  }
}

// The float type that attribute stash_type names.
inline DType stash_type(const Call& call) {
  const int64_t type = call.integer("stash_type");
  const bool known = type > 0 && type < dtype_count;
  if (!known || !is_float(static_cast<DType>(type))) {
    throw InvalidInput("stash_type is {}, which is no float type", type);
  }
  return static_cast<DType>(type);
}

}  // namespace etalon
