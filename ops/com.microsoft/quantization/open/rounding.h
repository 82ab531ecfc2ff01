// Where a quotient is rounded to an integer: of QLinearAdd and its kind.
#pragma once

#include "engine/operators/choice.h"
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {

// In which type the steps are, and in which order, is not said: where the quotient lies so near to
// the middle of two integers that steps of float32, of these magnitudes, may decide otherwise, it
// may be either of them. Where it is infinite or NaN, see any_end. zero_point, which is added to
// the integer, is one value or broadcasts.
void open_rounding(Opening& open, const Reals& quotient, const Reals& zero_point,
                   const Reals& steps);
// The same of hidden output 1 of a formula.
inline void open_rounding(Opening& open, const Quantization& of_Y, const Reals& steps) {
  const Reals quotient = open.output(1).as<double>();
  open_rounding(open, quotient, scalar_array(of_Y.zero_point), steps);
}

// What an infinity or NaN is as an integer, no text says: an end of the type, 0, or the zero point.
Tensor any_end(const Tensor& Y, std::string_view point, const Where& where,
               const Reals& zero_point);
// A quotient whose steps may leave float32's normal numbers: its digits may be lost, which leaves a
// number between 0 and twice the quotient; or it is infinite or NaN.
Tensor with_lost_digits(const Tensor& Y, std::string_view point, const Where& where,
                        const Reals& quotient, const Reals& zero_point);

// Whether a product of some of these factors, none of which is 0 or infinite, may leave float32's
// normal numbers, in whatever order they are multiplied. One that is too small counts only where
// that of all exceeds `least`.
bool leaves_normal_numbers(const std::vector<double>& factors, double least);
// Below this a product of scales is 0 times any sum of products of 8-bit integers, once rounded.
inline constexpr double least_scale = 0x1p-40;

}  // namespace etalon
