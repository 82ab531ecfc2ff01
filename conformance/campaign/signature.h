// In what way outputs differ, without numbers: what two findings of one cause have in common.
#pragma once

#include <string>

#include "conformance/cases/tolerance.h"
#include "engine/values/value.h"

namespace etalon {

// Of an output that is wrong: its number, unless it is the first, its class of types, and the class
// of what differs: "float value", "float NaN for a number", "integer off by one", "output 1: float
// shape". Of elements that are outside the tolerance; where none is, of all that differ.
std::string difference_signature(size_t output, const Value& got, const Value& expected,
                                 const Tolerance& tolerance);

}  // namespace etalon
