// StringSplit by one or the other notion of white space.
#pragma once

#include "engine/operators/operator.h"

namespace etalon {

// Whether a character, by its number in Unicode, is white space.
using IsSpace = bool (*)(int32_t character);

// The outputs Y and Z.
Values split_strings(const Call& call, IsSpace is_space);

}  // namespace etalon
