// QuantizeLinear and DequantizeLinear.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Per tensor; per axis, or in blocks along one, where the version has these: the shape of scale and
// zero point.
inline Shape draw_granularity(Drafting& call, const Shape& shape) {
  Draw& draw = call.draw();
  if (!call.has("axis") || shape.empty() || draw.chance(0.5)) return {};
  const size_t axis = draw.below(shape.size());
  call.set("axis", call.written_axis(axis, shape.size()));
  if (!call.has("block_size") || draw.chance(0.5)) return {shape[axis]};
  const size_t size = 1 + draw.below(shape[axis]);
  call.set("block_size", static_cast<int64_t>(size));
  Shape blocks = shape;
  blocks[axis] = (shape[axis] + size - 1) / size;
  return blocks;
}

}  // namespace etalon::rules
