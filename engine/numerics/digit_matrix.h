// Matrix products that are exact but for the operands' radii: numbers are cut into digits of 22
// bits, and doubles hold the sums of these digits' products.
//
// Source: K. Ozaki, T. Ogita, S. Oishi and S. M. Rump, "Error-free transformations of matrix
// multiplication by using fast routines of matrix multiplication and its applications", 2012.
#pragma once

#include "engine/numerics/elements.h"
#include "engine/numerics/wide_ball.h"

namespace etalon {

struct DigitRows;

// A matrix W [inputs, outputs].
class DigitMatrix {
 public:
  // Nothing if there are more than 2048 inputs, a number is not finite, or four digits, the same
  // for all of W, do not hold its numbers exactly.
  static std::optional<DigitMatrix> of(const Reals& W);
  static std::optional<DigitMatrix> of(const Tensor& W);  // of floats

  // X [rows, inputs] · W. Of each row of X, 109 bits below its greatest element are read, or as
  // many as its radii do not make meaningless.
  Array<WideBall> product(const Array<WideBall>& X) const;

 private:
  DigitMatrix() = default;
  static std::optional<DigitMatrix> of(const Elements<double>& W, size_t inputs, size_t outputs);

  // The rows of a group times the columns of a panel.
  void multiply(const DigitRows& x, size_t group, size_t panel, Array<WideBall>& y) const;

  size_t inputs_ = 0, outputs_ = 0, digits_ = 0;
  int exponent_ = 0;  // of the last digit
  double size_unit_ = 1;
  // Of 16 columns at a time the digits, the greatest first, and their sizes, at least |W|, in
  // size_unit_: [panels, digits + 1, inputs, 16]. A float holds a digit.
  Array<float> panels_;
};

}  // namespace etalon
