// Values as text, similar to NumPy's: long tensors are abbreviated.
#pragma once

#include <string>

#include "engine/values/value.h"

namespace etalon {

// "[[1, 2], [3, 4]]". Of a tensor with more than 1,000 elements, only three at each end of each
// axis are printed. Floats are printed as the shortest decimals that read back to the same value.
// Nested values are printed one per line, indented.
std::string value_text(const Value& value);

// "tensor(float) [2, 3]" for a tensor; for other values the type and, for sequences and maps, the
// length.
std::string type_text(const Value& value);

// "-1.5 … 2": the least and greatest number of a tensor, and how many are NaN ("-1.5 … 2, 3 NaN").
// "" for other values and for tensors without numbers.
std::string range_text(const Value& value);

}  // namespace etalon
