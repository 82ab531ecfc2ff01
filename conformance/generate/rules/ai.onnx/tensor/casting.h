// Cast and CastLike.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Strings have their own rules and are left out.
bool castable(DType type);

// Numbers that both types can represent.
Range held_by_both(DType from, DType to);

}  // namespace etalon::rules
