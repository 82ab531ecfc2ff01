// Cast and CastLike.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Strings have their own rules and are left out.
inline bool castable(DType type) { return type != DType::string && !is_complex(type); }

// What happens beyond the range of a float8, and between numbers of float8e8m0.
inline void offer_rounding(Drafting& call) {
  call.offer_flag("saturate");
  if (call.draw().chance(0.5)) {
    call.set_if_known("round_mode", call.draw().pick<std::string>({"up", "down", "nearest"}));
  }
}

// Numbers that both types can represent.
inline Range held_by_both(DType from, DType to) { return within(within({-5, 5}, from), to); }

}  // namespace etalon::rules
