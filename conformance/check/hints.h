// Hints about common causes of a wrong output.
#pragma once

#include <string>

#include "conformance/judge/compare.h"
#include "engine/values/tensor.h"

namespace etalon {

// "the elements are those expected, with the axes in the order [1, 0]" for a tensor that matches
// after a transposition; "…, in another shape" for one that matches after a reshape. Empty when
// neither is the case, and for tensors that match, have one element, different types or more than
// five axes.
std::string hint(const Tensor& got, const Tensor& expected, const Tolerance& tolerance);

}  // namespace etalon
