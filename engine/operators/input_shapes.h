// Checks of inputs' shapes whose errors name the input.
#pragma once

#include "engine/operators/operator.h"
#include "engine/values/tensor.h"

namespace etalon {

// The element of a scalar: of rank 0 or, as official data have it, a list of one. Throws
// InvalidInput for another shape.
template <class T>
T scalar_of(std::string_view input, const Tensor& X) {
  if (X.rank() > 1 || X.size() != 1) {
    throw InvalidInput("{} has the shape {}, which is not that of a scalar", input,
                       to_string(X.shape()));
  }
  return X.item<T>();
}
template <class T>
T scalar_input(const Call& call, std::string_view input) {
  return scalar_of<T>(input, call.tensor(input));
}
// `otherwise` where the input is left out.
template <class T>
T scalar_input(const Call& call, std::string_view input, T otherwise) {
  const Tensor* X = call.maybe(input);
  return X ? scalar_of<T>(input, *X) : otherwise;
}

// Whether `shape` broadcasts to `to`, which stays as it is.
inline bool broadcasts_to(const Shape& shape, const Shape& to) {
  if (shape.size() > to.size()) return false;
  for (size_t i = 1; i <= shape.size(); ++i) {
    const size_t from = shape[shape.size() - i];
    if (from != 1 && from != to[to.size() - i]) return false;
  }
  return true;
}
// Throws InvalidInput, naming the input, unless `shape` broadcasts to `to`.
inline void require_broadcast(std::string_view input, const Shape& shape, const Shape& to) {
  if (broadcasts_to(shape, to)) return;
  throw InvalidInput("{}'s shape {} does not broadcast to {}", input, to_string(shape),
                     to_string(to));
}

}  // namespace etalon
