// Classes of elements: what the free data of a call consists of.
//
// Half of the calls are ordinary. The others have one of the classes that fit the element types of
// their free inputs: nan, infinity, extreme and subnormal thrice as often as each other class. Of
// the calls of operators that sum products, one in eight has a class of dot products beforehand.
// Inputs whose elements are structure (indices, shapes, scales) keep what their rule has drawn.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/draw.h"
#include "conformance/generate/elements.h"

namespace etalon {

enum class ValueClass {
  ordinary,   // within the operator's domain, half of the tensors multiples of 1/2
  zeros,      // of both signs
  subnormal,  // and the least normal number
  extreme,    // the greatest finite numbers, their neighbours and halves; of integers the ends of
              // their range, and their neighbours
  powers,     // of two, of any exponent, and the numbers on either side of them
  halfway,    // halfway between two integers, or between two numbers of a narrower type, or what
              // makes a sum with 1 so
  cancel,     // huge numbers of either sign, and ordinary ones
  nan,
  infinity,
  ties,   // two different elements, repeated
  equal,  // elements of the first free input, at the same places of others of its type
  text,   // empty, long, not of ASCII, with combining characters, with spaces at their ends
  // For sums of products (the kinds of data of TOSA's conformance tests, in our own definitions;
  // each operand has them):
  dot_zeros,      // three of four are 0
  dot_exponents,  // exponents up to half the greatest: products next to overflow
  dot_onto,       // one of eight is large, the others vanish beside its products
  dot_mixes,      // zeros of both signs, and the least numbers whose products are subnormal
  dot_wide,       // of either sign, the exponents spread over twice the significand
  dot_plain       // between -1 and 1, with all digits
};
inline constexpr int value_class_count = 18;

// "ordinary", "nan", …, "dot-zeros".
std::string_view name(ValueClass values);
std::optional<ValueClass> value_class_named(std::string_view name);

// Whether elements of the type can be of the class.
bool fits(ValueClass values, DType type);
// Whether free inputs of these types can; `equal` needs two of one type.
bool fits(ValueClass values, const std::vector<DType>& types);
// Whether the operator sums products.
bool sums_products(std::string_view op_type);

// A class for free inputs of these types, in the proportions above.
ValueClass draw_class(Draw& draw, const std::vector<DType>& types, std::string_view op_type,
                      double ordinary = 0.5);

// A tensor of the same type and shape where one, some or all elements are of the class; the others
// are those of `ordinary`. Where the range has no negative numbers, mostly the same holds for it.
Tensor of_class(ValueClass values, const Tensor& ordinary, const Range& range, Draw& draw);

// The elements of `first`, which is not empty, at the places of a shape: both counted from the end
// of each axis, and from the last axis.
Tensor at_places_of(const Shape& shape, const Tensor& first);
// X where some elements, at least one, are those of `first` there; X where one of them is empty.
Tensor with_elements_of(const Tensor& first, const Tensor& X, Draw& draw);

// Where a point is aimed at: some elements become NaN, an infinity, a zero, an extreme, or equal to
// another element.
Tensor unsettled(const Tensor& X, Draw& draw);

}  // namespace etalon
