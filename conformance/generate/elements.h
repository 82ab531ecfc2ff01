// Random elements: the range of numbers for an operator's input, and tensors of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/draw.h"
#include "engine/values/dtype.h"
#include "engine/values/tensor.h"

namespace etalon {

// Numbers from `low` to `high`, limited to the range of the element type; integers for integer
// types. None is closer to 0 than `hole`: what is drawn there moves away from 0 by as much.
struct Range {
  double low = -5;
  double high = 5;
  double hole = 0;
};

// The range of quantization scales.
constexpr Range scales = {0.25, 2};

// The range on which an operator is defined, by input ("Log", 0 → positive numbers); the default
// range if there is no restriction.
Range domain_of(std::string_view op_type, size_t input);
Range intersection(const Range& a, const Range& b);

// The part of a range that a type represents exactly, without saturation.
Range within(const Range& range, DType type);

// A float tensor of these elements, row by row; a tensor of numbers of any type of these ones.
Tensor tensor_of_reals(DType type, const Shape& shape, const std::vector<double>& values);
Tensor tensor_of_integers(DType type, const Shape& shape, const std::vector<int64_t>& values);

Tensor random_tensor(Draw& draw, DType type, const Shape& shape, const Range& range = {});

// The finite numbers of each float type.

struct FloatLimits {
  int digits;          // of the significand, the leading one included
  int least_exponent;  // the least normal number is 2^least_exponent
  double greatest;     // the greatest finite number

  double least_normal() const;
  double least_subnormal() const;  // the least positive number, where the type has subnormals
};

// Throws InternalError for a type that is not a float type.
FloatLimits float_limits(DType type);

}  // namespace etalon
