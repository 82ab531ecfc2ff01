// LayerNormalization and RMSNormalization.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Sets the axis; returns the dimensions from it on, which are the shape of the scale.
inline Shape draw_normalized(Drafting& call, const Shape& shape) {
  Draw& draw = call.draw();
  const bool last = draw.chance(0.4);
  const size_t axis = last ? shape.size() - 1 : draw.below(shape.size());
  if (!last) call.set("axis", call.written_axis(axis, shape.size()));
  return {shape.begin() + static_cast<std::ptrdiff_t>(axis), shape.end()};
}

}  // namespace etalon::rules
