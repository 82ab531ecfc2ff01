// A value as another of a different type, with numbers that the other type holds: for trying an
// operator on every type that it admits.
#pragma once

#include <optional>

#include "engine/values/value.h"

namespace etalon {

// Elements as numbers: a string that is no number stands for its position. Then to `type`: whole
// numbers for integers, clamped; no sign for unsigned ones; a decimal for strings.
Tensor recast(const Tensor& tensor, DType type);

// A tensor becomes a sequence or optional of itself and the other way round. Nothing when there
// is no such value: a map of what is none, an item of what is empty.
std::optional<Value> recast(const Value& value, const Type& type);

}  // namespace etalon
