// Outputs of runtimes that have no name for an element type, as NumPy has none for float8.
#pragma once

#include "engine/values/value.h"

namespace etalon {

// A tensor of uint8 (of uint16 for bfloat16) where the model declares a float of 8 bits or fewer,
// or an integer of fewer than 8, becomes one of the declared type with these bits: one element in
// each number or, where the declared shape says so, several, the first in the lowest bits. Any
// other value is returned as it is.
Value with_declared_bits(Value value, const Type& declared);

}  // namespace etalon
