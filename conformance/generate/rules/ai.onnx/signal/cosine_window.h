// BlackmanWindow, HammingWindow, HannWindow.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Draws only float types: how a weight becomes an integer is not specified.
inline void cosine_window(Drafting& call) {
  Draw& draw = call.draw();
  call.narrow("T2", is_float);
  if (draw.chance(0.7)) call.set("output_datatype", static_cast<int64_t>(call.dtype("T2")));
  call.offer_flag("periodic");
  call.add_integers({}, {draw.between(2, 12)});
}

}  // namespace etalon::rules
