// Values as text for people: like NumPy's summaries, long tensors elided.
#pragma once

#include <string>

#include "engine/values/value.h"

namespace etalon {

// "[[1, 2], [3, 4]]": past 1,000 elements, three at each end of each axis. Floats print as the
// shortest decimals that read back as themselves. Nested values one a line, indented.
std::string value_text(const Value& value);

// "tensor(float) [2, 3]"; for other values their type and, of sequences and maps, their length.
std::string type_text(const Value& value);

}  // namespace etalon
