// The element type of an output, where an attribute selects it.
#pragma once

#include "engine/operators/operator.h"

namespace etalon {

// Throws InvalidInput for an element type that the operator's version cannot return as its first
// output.
void check_output_type(const Call& call, DType type);

// The type whose number is the value of `attribute`, or `otherwise` if that is absent. Checked as
// above.
DType output_type(const Call& call, std::string_view attribute, DType otherwise);

}  // namespace etalon
