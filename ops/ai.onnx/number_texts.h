// The texts of numbers, where the specification does not say how many digits they have.
#pragma once

#include "engine/operators/choice.h"

namespace etalon {

enum class Exponents { none, permitted };

// The elements of Y are texts of the numbers X where `among` holds, of the same shape. The points
// are "digits", of finite numbers: a decimal rounded to at least as many digits as X's type holds
// in any case, with or without zeros after it; "nan_text", "infinity_text" and "bool_text".
Tensor open_number_texts(const Tensor& Y, const Tensor& X, Exponents exponents, const Where& among);

}  // namespace etalon
