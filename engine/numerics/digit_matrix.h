// Matrix products that are exact but for the operands' radii: numbers are cut into digits of 22
// bits, and doubles hold the sums of these digits' products.
//
// Source: K. Ozaki, T. Ogita, S. Oishi and S. M. Rump, "Error-free transformations of matrix
// multiplication by using fast routines of matrix multiplication and its applications", 2012.
#pragma once

#include "engine/numerics/elements.h"
#include "engine/numerics/wide_ball.h"

namespace etalon {

// A matrix W [inputs, outputs].
class DigitMatrix {
 public:
  // Nothing if there are more than 2048 inputs, a number is not finite, or four digits, the same
  // for all of W, do not hold its numbers exactly.
  static std::optional<DigitMatrix> of(const Reals& W);
  // The same, of a caller that has |W|.
  static std::optional<DigitMatrix> of(const Reals& W, std::shared_ptr<const Reals> sizes);

  // X [rows, inputs] · W. Of each row of X, 109 bits below its greatest element are read, or as
  // many as its radii do not make meaningless.
  Array<WideBall> product(const Array<WideBall>& X) const;

 private:
  DigitMatrix() = default;

  size_t outputs_ = 0, digits_ = 0;
  Reals side_by_side_;                  // [inputs, digits · outputs], the greatest digits first
  std::shared_ptr<const Reals> sizes_;  // |W|
  int exponent_ = 0;                    // of the last digit
};

}  // namespace etalon
