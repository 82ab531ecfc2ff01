// QuantizeLinear and DequantizeLinear.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Per tensor or, where the version has an axis, per axis: the shape of scale and zero point.
inline Shape draw_granularity(Drafting& call, const Shape& shape) {
  Draw& draw = call.draw();
  if (!call.has("axis") || shape.empty() || draw.chance(0.5)) return {};
  const size_t axis = draw.below(shape.size());
  call.set("axis", call.written_axis(axis, shape.size()));
  return {shape[axis]};
}

}  // namespace etalon::rules
