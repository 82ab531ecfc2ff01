// What the operators on sequences take.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// From `least` to four tensors, of different shapes.
Sequence draw_sequence(Drafting& call, size_t least);

// From either end.
int64_t index_among(Draw& draw, size_t count);

}  // namespace etalon::rules
