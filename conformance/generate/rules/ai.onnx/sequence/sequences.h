// Inputs of the operators on sequences.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// From `least` to four tensors, of different shapes.
Sequence draw_sequence(Drafting& call, size_t least);

// A position, counted from either end.
int64_t index_among(Draw& draw, size_t count);

}  // namespace etalon::rules
