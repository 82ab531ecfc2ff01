// In what way outputs differ, without numbers: what two findings of one cause have in common.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "conformance/cases/tolerance.h"
#include "engine/values/value.h"

namespace etalon {

// "float", "integer", "string", "bool", "complex".
std::string_view type_class(DType type);

// Of an output that is wrong: its number, unless it is the first, its class of types, and the class
// of what differs: "float value", "float NaN for a number", "integer off by one", "output 1: float
// shape". Of elements that are outside the tolerance; where none is, of all that differ.
std::string difference_signature(size_t output, const Value& got, const Value& expected,
                                 const Tolerance& tolerance);

// The first element that differs in this sense, in row-major order. Nothing where these are not
// tensors of numbers of one type and shape, and where none differs.
std::optional<size_t> first_difference(const Value& got, const Value& expected,
                                       const Tolerance& tolerance);

}  // namespace etalon
