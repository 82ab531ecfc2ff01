// Windows over tensors whose channels may be the last axis.
#pragma once

#include "conformance/generate/rules/ai.onnx/nn/window.h"

namespace etalon::rules {

// [N, D…, C] of [N, C, D…].
inline Shape with_channels_last(Shape shape) {
  std::rotate(shape.begin() + 1, shape.begin() + 2, shape.end());
  return shape;
}

// Adds an input that the window fits into, with its channels second, or last with channels_last.
inline void add_pooled_8_bits(Drafting& call, const Window& window) {
  Draw& draw = call.draw();
  const Shape shape = joined({draw.dimension(), draw.dimension()}, window.spatial);
  const bool last = draw.chance(0.5);
  if (last) call.set("channels_last", 1);
  call.add(last ? with_channels_last(shape) : shape);
}

}  // namespace etalon::rules
