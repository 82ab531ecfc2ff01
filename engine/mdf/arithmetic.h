// What the expressions of MDF models compute, on arrays with NumPy's broadcasting.
//
// Types: two arrays of one float type keep it; any other pair with a float in it gives float64;
// whole numbers and booleans (which count as 0 and 1) give int64, which wraps modulo 2^64. A
// quotient is always real, and so is a power when an exponent is negative. Division by zero, 0 to a
// negative power and functions outside their domain give infinities and NaN, as in NumPy.
#pragma once

#include <optional>
#include <string_view>

#include "engine/mdf/expression.h"

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

// A list's item or an array's part by whole numbers, negative ones from the end; a dictionary's
// entry by its key.
Value element_of(const Value& value, const List& indices);

// Elementwise `a` where `test` holds, else `b`, broadcast. With a test of one element a and b may
// be any values.
Value choose(const Value& test, const Value& a, const Value& b);

// Of "math.exp", "numpy.maximum", …: how many arguments; nothing for an unknown name.
std::optional<size_t> function_arity(std::string_view name);
// math.f takes one number at a time, numpy.f arrays.
Value call_named(std::string_view name, const List& arguments);
// math.pi, math.e, math.tau, math.inf, math.nan, and the same of numpy.
std::optional<double> named_constant(std::string_view name);

}  // namespace etalon::mdf
