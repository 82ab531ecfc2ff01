// What Loop and Scan share: scan outputs, one element an iteration, joined along a new axis.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// The elements along a new `axis` of the result.
inline Tensor stacked(const std::vector<Tensor>& elements, size_t axis = 0) {
  std::vector<Tensor> with_axis;
  for (const Tensor& element : elements) {
    Shape shape = element.shape();
    shape.insert(shape.begin() + std::ptrdiff_t(axis), 1);
    with_axis.push_back(element.reshaped(shape));
  }
  return concat(with_axis, axis);
}

// What the body declares of a scan output's element; a dimension that it leaves open is 0.
struct Declared {
  DType dtype;
  Shape shape;
};
inline Declared declared_element(const ValueInfo& output) {
  const Type& type = output.type;
  if (type.dtype == DType::undefined || !type.shape) {
    throw Unspecified("there is no iteration, and the body declares no type and rank for '{}'",
                      output.name);
  }
  Declared declared{type.dtype, {}};
  for (const Dim& dim : *type.shape) {
    const int64_t* size = std::get_if<int64_t>(&dim);
    declared.shape.push_back(size && *size > 0 ? static_cast<size_t>(*size) : 0);
  }
  return declared;
}

// Throws InvalidModel when the body does not take `inputs` values and return `least` or more.
inline void check_body(const Graph& body, size_t inputs, size_t least) {
  if (body.inputs.size() != inputs || body.outputs.size() < least) {
    throw InvalidModel(
        "the body takes {} values and returns {}, where it is given {} and must return at least {}",
        body.inputs.size(), body.outputs.size(), inputs, least);
  }
}

}  // namespace etalon
