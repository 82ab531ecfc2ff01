// Single elements of the classes in values.h. Their randomness is that of elements (Draw).
#pragma once

#include <string>

#include "conformance/generate/elements.h"
#include "conformance/generate/values.h"

namespace etalon {

// A number from 0 up to 1, and a position among `count`.
inline double unit(Draw& draw) { return draw.real(0, 1); }
inline size_t place(Draw& draw, size_t count) {
  return std::min(static_cast<size_t>(unit(draw) * static_cast<double>(count)), count - 1);
}

// The number of a float type next to a finite x of it, above or below; else x.
double beside(DType type, double x, bool above);

// Floats of a type, of either sign or positive ones.
class SpecialReals {
 public:
  SpecialReals(DType type, bool positive, Draw& draw);
  // A number of the class in place of the ordinary one.
  double operator()(ValueClass values, double ordinary);

 private:
  double number(ValueClass values);
  double subnormal();
  double extreme();
  double power();
  double halfway();
  double huge();
  double of_dot_product(ValueClass values, double ordinary);
  double signed_power(int least, int greatest);  // with all digits
  double with_sign(double x);
  int exponent(int least, int greatest);

  FloatLimits limits_;
  int greatest_exponent_;
  bool positive_;
  Draw& draw_;
};

// The bits of an integer of a type, of a class that fits integers.
uint64_t special_integer(ValueClass values, DType type, bool positive, Draw& draw);

std::string special_text(Draw& draw);

}  // namespace etalon
