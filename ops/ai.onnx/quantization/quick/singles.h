// QuantizeLinear and DequantizeLinear between float32 and integers of at most 16 bits, computed in
// float: one quotient or product of 24-bit numbers, which double would round to the same float32,
// because 53 ≥ 2 · 24 + 2 bits (Figueroa: When is double rounding innocuous?, 1995), beside sums of
// small integers, which are exact.
#pragma once

#include <optional>

#include "engine/values/tensor.h"

namespace etalon {

inline bool is_small_integer(DType type) { return is_integer(type) && bit_width(type) <= 16; }

// saturate(round(x / scale) + zero_point) as `type`, a small integer type, ties to even. scale is
// float32 like x and broadcasts to it, like zero_point, whose values `type` holds. Nothing where a
// quotient is NaN.
std::optional<Tensor> quantized_singles(DType type, const Tensor& x, const Tensor& scale,
                                        const Tensor& zero_point);

// (x - zero_point) · scale as float32, for x of a small integer type, whose type holds zero_point.
Tensor dequantized_singles(const Tensor& x, const Tensor& scale, const Tensor& zero_point);

}  // namespace etalon
