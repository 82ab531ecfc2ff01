// What ONNX's float attributes are for integers, which models of the dialect give to operators of
// floats.
#pragma once

#include "engine/formula.h"

namespace etalon::thinker {

// A bound of integers; one beyond 62 bits stops there.
inline Tensor whole_bound(double bound, DType type) {
  const double least = is_unsigned_integer(type) ? 0 : -0x1p62;
  return scalar(DType::int64, static_cast<int64_t>(std::fmax(std::fmin(bound, 0x1p62), least)));
}
// The least whole number from min on, and the greatest up to max: Clip's bounds.
inline Tensor least_whole(double min, DType type) { return whole_bound(std::ceil(min), type); }
inline Tensor greatest_whole(double max, DType type) { return whole_bound(std::floor(max), type); }

// Pad's value as an element of integers. Throws InvalidInput for one that it cannot be.
inline Tensor whole_value(double value, DType type) {
  if (value != std::floor(value) || std::fabs(value) > 0x1p31) {
    throw InvalidInput("value is {}, which tensor({}) does not hold", value, name(type));
  }
  return scalar(type, static_cast<int64_t>(value));
}

}  // namespace etalon::thinker
