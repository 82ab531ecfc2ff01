// The point "int_min" of operators whose results the least integer takes out of the type's range.
#pragma once

#include <initializer_list>

#include "engine/values/tensor.h"

namespace etalon {

// True if X holds its signed type's least integer, and choices are wanted.
bool holds_least_integer(const Tensor& X);
// Notes that the call is at the point "int_min", where elements of Y are marked as open and an
// operand holds the least integer of its type. Gives Y back.
Tensor with_least_integer(const Tensor& Y, std::initializer_list<Tensor> operands);

}  // namespace etalon
