// QuantizeLinear and DequantizeLinear: which scale and zero point belong to which element, and the
// types that attributes name.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// A scale or zero point so shaped that it broadcasts to x's shape: a single value for the whole
// tensor, one for each entry along `axis`, or one for each block of block_size elements along it.
Tensor spread(const Call& call, const Tensor& values, const Shape& shape);

// The zero point for x, as spread() gives it; 0 when it is left out. Throws as require_pair().
Tensor zero_point_of(const Call& call, const Tensor* zero_point, const Tensor& scale,
                     const Shape& shape);

// QuantizeLinear's y: of y_zero_point's type, else of output_dtype, else uint8.
DType quantized_type(const Call& call);
// The type to which QuantizeLinear rounds x / y_scale. "The type of `y_scale` determines the
// precision of the division operation between `x` and `y_scale`, unless the `precision` attribute
// is specified." float64 where that is int32, as the quotient is rounded to an integer anyway, and
// where it is float8e8m0, as division by a power of two is exact.
DType quotient_type(const Call& call);
// Whether what lies beyond the greatest value of y becomes that value.
bool saturates(const Call& call, DType type);

// DequantizeLinear's y: of output_dtype, else of x_scale's type.
DType dequantized_type(const Call& call);

}  // namespace etalon
