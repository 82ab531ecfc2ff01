// In what way outputs differ, without numbers: what two findings of one cause have in common.
#pragma once

#include <string>

#include "conformance/cases/tolerance.h"
#include "engine/values/value.h"

namespace etalon {

// Of the first output that does not match: its number, unless it is the first, its class of types,
// and the class of what differs: "float value", "float NaN for a number", "integer off by one",
// "output 1: float shape".
std::string difference_signature(const Values& got, const Values& expected,
                                 const Tolerance& tolerance);

}  // namespace etalon
