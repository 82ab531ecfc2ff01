// What Loop and Scan share: scan outputs, whose elements, one an iteration, are stacked along a new
// axis; and what Loop carries.
#pragma once

#include "engine/formula.h"

namespace etalon {

// Type and shape of one element of a scan output.
struct Element {
  DType dtype;
  Shape shape;
};

// As the body declares it; a dimension that it leaves open is 0.
inline Element declared_element(const ValueInfo& declared) {
  const Type& type = declared.type;
  if (type.dtype == DType::undefined || !type.shape) {
    throw Unspecified("there is no iteration, and the body declares no type and rank for '{}'",
                      declared.name)
        .at("no_iteration");
  }
  Element element{type.dtype, {}};
  for (const Dim& dim : *type.shape) {
    const int64_t* size = std::get_if<int64_t>(&dim);
    element.shape.push_back(size && *size > 0 ? static_cast<size_t>(*size) : 0);
  }
  return element;
}

// As it was computed or, without iterations, as the body declares it.
inline Element element_of(const std::vector<Tensor>& elements, const ValueInfo& declared) {
  if (elements.empty()) return declared_element(declared);
  return {elements[0].dtype(), elements[0].shape()};
}

// `size` elements along a new axis.
inline Shape with_axis(Shape element, size_t axis, size_t size) {
  element.insert(element.begin() + std::ptrdiff_t(axis), size);
  return element;
}

inline Tensor stacked(const std::vector<Tensor>& elements, size_t axis) {
  std::vector<Tensor> parts;
  for (const Tensor& element : elements) {
    parts.push_back(element.reshaped(with_axis(element.shape(), axis, 1)));
  }
  return concat(parts, axis);
}

// The same, also without iterations.
inline Tensor stacked(const std::vector<Tensor>& elements, size_t axis, const ValueInfo& declared) {
  if (!elements.empty()) return stacked(elements, axis);
  const Element element = declared_element(declared);
  return Tensor::zeros(element.dtype, with_axis(element.shape, axis, 0));
}

// Throws InvalidModel when the body does not take `inputs` values and return `least` or more.
inline void check_body(const Graph& body, size_t inputs, size_t least) {
  if (body.inputs.size() != inputs || body.outputs.size() < least) {
    throw InvalidModel(
        "the body takes {} values and returns {}, where it is given {} and must return at least {}",
        body.inputs.size(), body.outputs.size(), inputs, least);
  }
}

// A value that is carried to where the body declares an optional becomes one that holds it.
inline Value as_declared(const Value& value, const Type& type) {
  if (type.kind != Type::Kind::optional || value.is_optional() || value.absent()) return value;
  return Optional{value.type(), std::make_shared<const Value>(value)};
}

// The condition that Loop's body yields, whether it counts or not.
inline bool condition(const Value& value) {
  const Tensor& cond = value.tensor();
  if (cond.dtype() == DType::boolean) return cond.item<bool>();
  throw InvalidInput("the body's condition is a tensor({}), not a tensor(bool)",
                     name(cond.dtype()));
}

}  // namespace etalon
