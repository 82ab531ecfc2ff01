// The element type of an output that an attribute chooses.
#pragma once

#include "engine/operators/operator.h"

namespace etalon {

// Throws InvalidInput for an element type that the operator's version cannot return as its first
// output.
void check_output_type(const Call& call, DType type);

// The type that `attribute` names by its number; without one `otherwise`. Checked as above.
DType output_type(const Call& call, std::string_view attribute, DType otherwise);

}  // namespace etalon
