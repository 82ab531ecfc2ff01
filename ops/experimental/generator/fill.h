// What ConstantFill and GivenTensorFill share.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// The shape to fill: attribute `shape`; or the input's shape or, with input_as_shape, its values,
// and then extra_shape. Throws InvalidInput for a combination of these that has no meaning.
inline Shape filled_shape(const Call& call, const Tensor* input) {
  const bool input_as_shape = call.integer("input_as_shape", 0) != 0;
  if (!input) {
    if (call.has("extra_shape")) throw InvalidInput("extra_shape is given without an input");
    if (input_as_shape) throw InvalidInput("input_as_shape is 1 and there is no input");
    if (!call.has("shape")) throw InvalidInput("neither shape nor an input is given");
    return to_shape(call.ints("shape"));
  }
  if (call.has("shape")) throw InvalidInput("shape is given together with an input");
  Shape shape = input->shape();
  if (input_as_shape) {
    if (input->rank() != 1 || !is_integer(input->dtype())) {
      throw InvalidInput("a tensor({}) of shape {} is not a list of dimensions",
                         name(input->dtype()), to_string(shape));
    }
    shape = to_shape(input->ints());
  }
  const Shape extra_shape = to_shape(call.ints("extra_shape"));
  shape.insert(shape.end(), extra_shape.begin(), extra_shape.end());
  return shape;
}

}  // namespace etalon
