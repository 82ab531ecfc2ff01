// CumProd and CumSum.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The axis is a tensor of rank 0.
inline void cumulative(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor x = call.add(draw.shape(1));
  call.add_integers({}, {call.written_axis(draw.below(x.rank()), x.rank())});
  call.offer_flag("exclusive");
  call.offer_flag("reverse");
}

}  // namespace etalon::rules
