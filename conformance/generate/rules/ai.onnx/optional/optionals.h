// Values of optionals.
#pragma once

#include "conformance/generate/one_node.h"
#include "conformance/generate/rule.h"

namespace etalon::rules {

// A tensor or a sequence of the element type that a variable has.
inline Value draw_held(Drafting& call, const std::string& variable) {
  Draw& draw = call.draw();
  const DType type = call.dtype(variable);
  const Tensor tensor = random_tensor(draw, type, draw.shape(0, 3));
  if (draw.chance(0.6)) return tensor;
  return Sequence{Type::tensor(type), {tensor, random_tensor(draw, type, tensor.shape())}};
}

// An optional that contains such a value.
inline Value draw_optional(Drafting& call, const std::string& variable) {
  const Value held = draw_held(call, variable);
  return Optional{without_shape(held.type()), std::make_shared<const Value>(held)};
}

}  // namespace etalon::rules
