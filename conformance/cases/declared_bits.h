// Outputs of runtimes that have no name for an element type, as NumPy has none for float8.
#pragma once

#include "engine/values/value.h"

namespace etalon {

// A tensor of uint8 (of uint16 for bfloat16) where the model declares a float of 8 bits or fewer,
// or an integer of fewer than 8, becomes one of the declared type with these bits: one element in
// each number or, where the declared shape says so, several, the first in the lowest bits. Any
// other value is returned as it is.
Value with_declared_bits(Value value, const Type& declared);

// The lowest bits as a slot of the type, which has at most 8: signed integers are extended, all
// others have zeros above.
uint8_t slot_of(unsigned bits, DType type);

}  // namespace etalon
