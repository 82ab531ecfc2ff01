// The reductions.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Along some of the axes; without axes, along all.
inline void reduce(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor data = call.add(draw.shape());
  call.offer_flag("keepdims");
  const std::vector<size_t> axes = draw.subset(data.rank());
  if (!axes.empty()) {
    call.give("axes", call.written_axes(axes, data.rank()));
  } else {
    call.offer_flag("noop_with_empty_axes");
  }
}

// The same for float types only: how a logarithm becomes an integer is not specified.
inline void reduce_to_logarithm(Drafting& call) {
  call.narrow("T", is_float);
  reduce(call);
}

// ArgMax and ArgMin.
inline void arg_extreme(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(1, 4, Empty::never);
  if (draw.chance(0.8)) call.set("axis", call.written_axis(draw.below(shape.size()), shape.size()));
  call.offer_flag("keepdims");
  call.offer_flag("select_last_index");
  call.add(shape);
}

}  // namespace etalon::rules
