// What quantizing operators share: rounding and saturation, and zero points by row or column.
#pragma once

#include "engine/values/tensor.h"

namespace etalon {

// A number as the nearest value of an integer type. NaN, which has none, is undefined.
class Saturation {
 public:
  explicit Saturation(DType type);
  int64_t operator()(double value) const;

 private:
  DType type_;
  double least_, greatest_;
};

// saturate(round(quotient) + zero_point) in an integer type, ties to even, where zero_point
// broadcasts to the quotient's shape. NaN is undefined.
Tensor quantized(DType type, const Reals& quotient, const Reals& zero_point);

// value · a · b / divisor rounded to an integer, ties to even.
double rounded_quotient(double value, double a, double b, double divisor);

// One value for each row of a matrix, [v_1, …, v_M], as a column; anything else as it is.
Tensor by_row(const Tensor& values);

// X - zero_point. Throws InvalidInput when zero_point does not broadcast to X's shape.
Reals centred(const Tensor& X, const Tensor& zero_point);
// The same as a tensor: int32 of 8-bit integers, float64 of float8.
Tensor difference(const Tensor& X, const Tensor& zero_point);

}  // namespace etalon
