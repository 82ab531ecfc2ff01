// Values of optionals.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// A tensor or a sequence of the element type that a variable has.
Value draw_held(Drafting& call, const std::string& variable);

// An optional that contains such a value.
Value draw_optional(Drafting& call, const std::string& variable);

}  // namespace etalon::rules
