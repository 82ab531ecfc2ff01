// What an output that is wrong as a whole may be instead.
#pragma once

#include <string>

#include "conformance/judge/compare.h"
#include "engine/values/tensor.h"

namespace etalon {

// "the elements are those expected, with the axes in the order [1, 0]" for a tensor that matches
// when its axes are put in another order; "…, in another shape" when it matches but for that.
// Empty when nothing is recognised, and for tensors that match, of one element, of different types
// or of more than five axes.
std::string hint(const Tensor& got, const Tensor& expected, const Tolerance& tolerance);

}  // namespace etalon
