// What the expressions of MDF models compute, on arrays with NumPy's broadcasting.
//
// Types: two arrays of one float type keep it; any other pair with a float in it gives float64;
// whole numbers and booleans (which count as 0 and 1) give int64, which wraps modulo 2^64. A
// quotient is always real, and so is a power when an exponent is negative. // rounds downwards, and
// % has the sign of the divisor.
// Of two numbers, division by zero and 0 to a negative power are errors, as in Python. Where an
// array takes part they give infinities and NaN, or for whole numbers // and % give 0, as in NumPy.
// Functions outside their domain give infinities and NaN.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/mdf/expression.h"

namespace etalon::mdf {

// Each throws InvalidInput for values that it does not take.

// add … power, less … unequal of two values. Arrays are compared element by element; == and != of
// anything else give one truth.
Value combined(Operation operation, const Value& a, const Value& b);
Value negated(const Value& value);

// Python's truth: an array of one element that is not zero (of more, an error); a string, list or
// dictionary that is not empty.
bool is_true(const Value& value);

// The items as one array if they make one of numbers, else as a list.
Value list_value(List items);

// start:stop:step, as Python counts; none is left out.
struct Slice {
  Value start, stop, step;
};
using Index = std::variant<Value, Slice>;
// A list's item or an array's part by whole numbers, negative ones from the end, and by slices; a
// dictionary's entry by its key.
Value element_of(const Value& value, const std::vector<Index>& indices);

// Elementwise `a` where `test` holds, else `b`, broadcast. With a test of one element a and b may
// be any values.
Value choose(const Value& test, const Value& a, const Value& b);

// How many arguments a function takes.
struct Arity {
  size_t least;
  std::optional<size_t> most;  // any number without it
};
// Of "abs", "math.exp", "numpy.maximum", …; nothing for an unknown name.
std::optional<Arity> function_arity(std::string_view name);
// math.f takes one number at a time, numpy.f and abs arrays. max and min take several numbers or
// one list and give the first of the greatest or least; len counts items, entries or characters.
Value call_named(std::string_view name, const List& arguments);
// math.pi, math.e, math.tau, math.inf, math.nan, and the same of numpy.
std::optional<double> named_constant(std::string_view name);

}  // namespace etalon::mdf
