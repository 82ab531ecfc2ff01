// What the files of QLinearConv and QLinearMatMul share: operands, and steps in double.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// QLinearConv.

// Throws InvalidInput unless each scale has its zero point's shape, and is a scalar or vector.
void require_pairs_of_channels(const Call& call);
// The convolution of x − x_zero_point and w − w_zero_point, + B. The products of 9-bit integers and
// their sums are integers that double holds exactly.
Reals integer_convolution(const Call& call);
// sum · x_scale · w_scale / y_scale as far as doubles hold it; and rounded to an integer, ties to
// even, once.
Reals quotients(const Call& call, const Reals& sum);
Reals rounded_quotients(const Call& call, const Reals& sum);

// QLinearMatMul.

// a_scale, b_scale, y_scale and y_zero_point: of each one for each element of the product.
struct Scales {
  Tensor a, b, y, zero_point;
};
Scales scales_of(const Call& call, const Shape& product);

// The product of a − a_zero_point and b − b_zero_point, of 8-bit integers, which double holds
// exactly; and product · a_scale · b_scale / y_scale rounded to an integer, ties to even, once.
Reals integer_product(const Call& call);
Reals rounded_quotients(const Reals& product, const Scales& scales);

}  // namespace etalon
