// What quantizing operators share: rounding and saturation, and zero points by row or column.
#pragma once

#include "engine/values/tensor.h"

namespace etalon {

// saturate(quotient + zero_point) in `type`, where zero_point broadcasts to the quotient's shape.
// For an integer type the quotient is rounded first, ties to even, and NaN is Unspecified; a float
// type rounds the sum. What lies beyond the range becomes its nearest end; for the float8 types
// without `saturate`, infinity where the type has it, else NaN.
Tensor quantized(DType type, const Reals& quotient, const Reals& zero_point, bool saturate = true);

// value · a · b / divisor rounded to an integer, ties to even.
double rounded_quotient(double value, double a, double b, double divisor);

// Throws the Unspecified of quantizing NaN to an integer type.
[[noreturn]] void refuse_nan(DType type);

// One value for each row of a matrix, [v_1, …, v_M], as a column; anything else as it is.
Tensor by_row(const Tensor& values);

// X - zero_point. Throws InvalidInput when zero_point does not broadcast to X's shape.
Reals centred(const Tensor& X, const Tensor& zero_point);

}  // namespace etalon
