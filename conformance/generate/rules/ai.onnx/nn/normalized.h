// LayerNormalization and RMSNormalization.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The type in which the statistics are computed: float32 where it is not given.
inline DType offer_stash_type(Drafting& call) {
  const std::vector<DType> types = {DType::float32, DType::float16, DType::float64,
                                    DType::bfloat16};
  const DType type = call.draw().pick(types);
  if (!call.draw().chance(0.3)) return DType::float32;
  call.set_if_known("stash_type", static_cast<int64_t>(type));
  return type;
}

// Sets the axis; returns the dimensions from it on, which are the shape of the scale.
inline Shape draw_normalized(Drafting& call, const Shape& shape) {
  Draw& draw = call.draw();
  const bool last = draw.chance(0.4);
  const size_t axis = last ? shape.size() - 1 : draw.below(shape.size());
  if (!last) call.set("axis", call.written_axis(axis, shape.size()));
  return {shape.begin() + static_cast<std::ptrdiff_t>(axis), shape.end()};
}

}  // namespace etalon::rules
