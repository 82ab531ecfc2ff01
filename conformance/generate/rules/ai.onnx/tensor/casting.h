// Cast and CastLike.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Strings have their own rules and are left out.
inline bool castable(DType type) { return type != DType::string && !is_complex(type); }

// Numbers that both types can represent.
inline Range held_by_both(DType from, DType to) {
  const bool whole = !is_float(to);
  const Range range = within(within({-5, 5}, from), to);
  return whole || to == DType::float8e8m0 ? range : Range{range.low, range.high, is_float(from)};
}

}  // namespace etalon::rules
