// Cast and CastLike.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Text has its own rules and stays out.
bool castable(DType type);

// Numbers that both types hold.
Range held_by_both(DType from, DType to);

}  // namespace etalon::rules
