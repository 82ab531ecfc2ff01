// SkipLayerNormalization and SkipSimplifiedLayerNormalization.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Sets epsilon, and adds some tokens, what is added to them, of their shape or for all of the
// batch, and gamma; gamma's shape.
inline Shape add_skipped_tokens(Drafting& call) {
  Draw& draw = call.draw();
  call.offer_real("epsilon", 0.015625, 0.5);
  Shape tokens{draw.dimension(), draw.dimension(), draw.dimension()};
  if (draw.chance(0.25)) tokens.erase(tokens.begin());
  call.add(tokens);
  Shape skip = tokens;
  if (tokens.size() == 3 && draw.chance(0.4)) {
    skip[0] = 1;
    if (draw.chance(0.5)) skip.erase(skip.begin());
  }
  call.add(skip);
  const Shape hidden{tokens.back()};
  call.add(hidden);
  return hidden;
}

}  // namespace etalon::rules
