#include "conformance/generate/rules/ai.onnx/quantization/granularity.h"

namespace etalon::rules {

Shape draw_granularity(Drafting& call, const Shape& shape) {
  Draw& draw = call.draw();
  if (!call.has("axis") || shape.empty() || draw.chance(0.5)) return {};
  const size_t axis = draw.below(shape.size());
  call.set("axis", call.written_axis(axis, shape.size()));
  return {shape[axis]};
}

}  // namespace etalon::rules
