// SkipLayerNormalization and SkipSimplifiedLayerNormalization.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The shape of an input with some tokens.
inline Shape draw_tokens(Draw& draw) {
  const Shape shape{draw.dimension(), draw.dimension(), draw.dimension()};
  return draw.chance(0.25) ? Shape{shape[1], shape[2]} : shape;
}

// Adds skip: of the input's shape, or for all of the batch.
inline void add_skip(Drafting& call, const Shape& input) {
  Shape shape = input;
  if (input.size() == 3 && call.draw().chance(0.4)) {
    shape[0] = 1;
    if (call.draw().chance(0.5)) shape.erase(shape.begin());
  }
  call.add(shape);
}

}  // namespace etalon::rules
