// Sums of floats times dequantized weights: what is added above 0, and below.
#pragma once

#include "engine/numerics/matmul.h"
#include "engine/operators/choice.h"

namespace etalon {

// Of A [rows, terms] · weights [terms, columns] + bias, in another shape.
inline Sides sides_of_product(const Reals& A, const Reals& weights, const Tensor* bias,
                              const Shape& shape) {
  const Sides a = sides_of(A), w = sides_of(weights);
  Sides sums{Reals(matmul(a.above, w.above) + matmul(a.below, w.below)),
             Reals(matmul(a.above, w.below) + matmul(a.below, w.above))};
  if (bias) {
    const Sides b = sides_of(bias->as<double>());
    sums.above = sums.above + b.above, sums.below = sums.below + b.below;
  }
  sums.above.reshape(shape), sums.below.reshape(shape);
  return sums;
}

}  // namespace etalon
