// The point "int_min" of operators that leave the type's range at its least integer.
#pragma once

#include <initializer_list>

#include "engine/values/tensor.h"

namespace etalon {

// True if X holds its signed type's least integer, and choices are wanted.
bool holds_least_integer(const Tensor& X);
// Records that the call is at the point "int_min", if elements of Y are marked as open and an
// operand holds the least integer of its type. Returns Y.
Tensor with_least_integer(const Tensor& Y, std::initializer_list<Tensor> operands);

}  // namespace etalon
