// What quantizing operators share: rounding and saturation, and zero points by row or column.
#pragma once

#include <initializer_list>
#include <string_view>

#include "engine/operators/operator.h"
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

// A scale and its zero point must be of one shape. Models pair the shapes [] and [1], too (open
// points one_element). Throws InvalidInput for another pair. `operand` is "x" of x_scale.
void require_pair(std::string_view operand, const Tensor& scale, const Tensor& zero_point);
// The same of a call's inputs x_scale and x_zero_point, for each operand x.
void require_pairs(const Call& call, std::initializer_list<const char*> operands);
// True where such a pair is [] and [1].
bool pairs_two_shapes(const Call& call, std::initializer_list<const char*> operands);

// One value for each row of a matrix, [v_1, …, v_M], as a column, or [..., M, 1]; one for each
// column, [v_1, …, v_N] or [..., 1, N]; or a single one. Throws InvalidInput for another shape.
Tensor by_row(const Tensor& values);
Tensor by_column(const Tensor& values);

// X - zero_point. Throws InvalidInput when zero_point does not broadcast to X's shape.
Reals centred(const Tensor& X, const Tensor& zero_point);
// The same as a tensor: int32 of 8-bit integers, float64 of float8.
Tensor difference(const Tensor& X, const Tensor& zero_point);

}  // namespace etalon
