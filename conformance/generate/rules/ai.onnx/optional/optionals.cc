#include "conformance/generate/rules/ai.onnx/optional/optionals.h"

#include "conformance/generate/one_node.h"

namespace etalon::rules {

Value draw_held(Drafting& call, const std::string& variable) {
  Draw& draw = call.draw();
  const DType type = call.dtype(variable);
  const Tensor tensor = random_tensor(draw, type, draw.shape(0, 3));
  if (draw.chance(0.6)) return tensor;
  return Sequence{Type::tensor(type), {tensor, random_tensor(draw, type, tensor.shape())}};
}

Value draw_optional(Drafting& call, const std::string& variable) {
  const Value held = draw_held(call, variable);
  return Optional{without_shape(held.type()), std::make_shared<const Value>(held)};
}

}  // namespace etalon::rules
