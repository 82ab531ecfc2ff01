// QuantizeLinear and DequantizeLinear: which scale and zero point belong to which element.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// One value for each entry along `axis`, so shaped that it broadcasts to x's shape.
inline Tensor spread_along(const Tensor& values, const Shape& shape, size_t axis) {
  if (values.shape() != Shape{shape[axis]}) {
    throw InvalidInput("a scale or zero point of shape {} does not fit axis {} of {}",
                       to_string(values.shape()), axis, to_string(shape));
  }
  Shape aligned(shape.size(), 1);
  aligned[axis] = shape[axis];
  return values.reshaped(aligned);
}

// One value for each block of B elements along `axis`, repeated to x's shape.
inline Tensor spread_blocks(const Tensor& values, const Shape& shape, size_t axis, size_t B) {
  Shape blocks = shape;
  blocks[axis] = shape[axis] / B + (shape[axis] % B > 0 ? 1 : 0);
  if (values.shape() != blocks) {
    throw InvalidInput("a scale or zero point of shape {} does not fit {} in blocks of {} along {}",
                       to_string(values.shape()), to_string(shape), B, axis);
  }
  std::vector<size_t> block_of(shape[axis]);
  for (size_t i = 0; i < block_of.size(); ++i) block_of[i] = i / B;
  return pick(values, axis, block_of);
}

// A scale or zero point so shaped that it broadcasts to x's shape: a single value for the whole
// tensor, one for each entry along `axis`, or one for each block of block_size elements along it.
inline Tensor spread(const Call& call, const Tensor& values, const Shape& shape) {
  if (values.size() == 1 && values.rank() < 2) return values.reshaped({});
  if (!call.schema().attribute("axis")) {
    throw InvalidInput("a scale or zero point of shape {} is not a scalar",
                       to_string(values.shape()));
  }
  // "When the rank of the input is 1, … rendering the axis unnecessary": its default is 1.
  const size_t axis = shape.size() == 1 ? 0 : axis_index(call.integer("axis"), shape.size());
  const int64_t B = call.schema().attribute("block_size") ? call.integer("block_size") : 0;
  if (B < 0) throw InvalidInput("block_size is {}", B);
  return B == 0 ? spread_along(values, shape, axis)
                : spread_blocks(values, shape, axis, static_cast<size_t>(B));
}

// The zero point for x, as spread() gives it; 0 when it is left out. It must have the scale's
// shape.
inline Reals zero_point_of(const Call& call, const Tensor* zero_point, const Tensor& scale,
                           const Shape& shape) {
  if (!zero_point) return scalar_array(0.0);
  const bool both_single = zero_point->size() == 1 && scale.size() == 1;
  if (zero_point->shape() != scale.shape() && !both_single) {
    throw InvalidInput("the zero point's shape is {} where the scale's is {}",
                       to_string(zero_point->shape()), to_string(scale.shape()));
  }
  return spread(call, *zero_point, shape).as<double>();
}

// The type that an attribute names by its number, one that the type variable admits; undefined when
// the attribute is 0 or this version does not have it.
inline DType named_type(const Call& call, std::string_view attribute, std::string_view variable) {
  if (!call.schema().attribute(attribute) || !call.flag(attribute)) return DType::undefined;
  for (const Type& type : call.schema().constraint(variable)->accepted) {
    if (static_cast<int64_t>(type.dtype) == call.integer(attribute)) return type.dtype;
  }
  throw InvalidInput("{} is {}, none of the types of {}", attribute, call.integer(attribute),
                     variable);
}

}  // namespace etalon
