// Random elements: which numbers make sense as an operator's input, and tensors of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/draw.h"
#include "engine/values/tensor.h"

namespace etalon {

// Numbers from `low` to `high`, whole ones for integers, as far as the type holds them.
struct Range {
  double low = -5;
  double high = 5;
  bool specials = false;  // now and then NaN, infinities and -0
};

// Of quantization scales.
constexpr Range scales = {0.25, 2};

// What an operator is defined on, input by input ("Log", 0 → positive numbers). Where nothing is
// known to be wrong: the default range.
Range domain_of(std::string_view op_type, size_t input);
Range intersection(const Range& a, const Range& b);

// The part of a range that a type holds exactly without saturation.
Range within(const Range& range, DType type);

// A float tensor of these elements, row by row.
Tensor tensor_of_reals(DType type, const Shape& shape, const std::vector<double>& values);

Tensor random_tensor(Draw& draw, DType type, const Shape& shape, const Range& range = {});

}  // namespace etalon
