// Converting a value to another type, with numbers that the other type can represent, for
// evaluating an operator on every type that it allows.
#pragma once

#include <optional>

#include "engine/values/value.h"

namespace etalon {

// Converts the elements to numbers, where a string that is not a number becomes its position; then
// to `type`: clamped integers for integer types, without sign for unsigned ones; decimals for
// strings.
Tensor recast(const Tensor& tensor, DType type);

// Also converts a tensor to a sequence or optional of itself, and the reverse. Nothing if no value
// results: for a map from another kind of value, or an item of an empty sequence or optional.
std::optional<Value> recast(const Value& value, const Type& type);

}  // namespace etalon
