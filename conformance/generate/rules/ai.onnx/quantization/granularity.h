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

// Adds a tensor with its scales and mostly with zero points, as com.microsoft's operators have it.
inline void add_with_scales(Drafting& call, const Range& data, const Range& zero_points) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(0, 3, Empty::never);
  const Shape granularity = draw_granularity(call, shape);
  call.add_data(shape, data);
  call.add(granularity, scales);
  if (draw.chance(0.8)) call.add(granularity, zero_points);
}

}  // namespace etalon::rules
