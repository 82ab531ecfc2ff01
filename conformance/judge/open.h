// Judging by what the specification permits: elements that differ from the expected ones, but are
// permitted, or depend on open elements.
#pragma once

#include <string>
#include <vector>

#include "conformance/cases/tolerance.h"
#include "conformance/judge/measure.h"
#include "engine/interpreter/interpreter.h"
#include "engine/operators/choice_scope.h"

namespace etalon {

// An open point that explains why elements differ.
struct OpenUse {
  std::string point;     // "MaxPool.nan"
  std::string node;      // "MaxPool-12 'pool1'"
  bool depends = false;  // the elements depend on the node's result
  size_t elements = 0;   // that the point explains
  // The first of them: its place, the runtime's and Etalon's value.
  std::string where = {};
  std::string got = {};
  std::string expected = {};
  bool refused = false;  // Etalon refuses the call, and a result is as good
};
// "2 elements: ReduceMax.nan of ReduceMax-18 (output 'y')", "1 element that depends on MaxPool.nan
// of MaxPool-12 'pool1'"; several are joined by "; ".
std::string to_string(const std::vector<OpenUse>& uses);
// The points' ids, each once.
std::vector<std::string> points_of(const std::vector<OpenUse>& uses);

// The open points of a value's elements, with the number of these. Elements that are open only in
// the sign of a zero do not count.
std::vector<OpenUse> open_elements(const Value& marked);
// Throws Unspecified, with these points, if there are any.
void check_decided(const Value& marked);

// The same as texts with places: "1 element: Div.integer_zero_divisor of Div-14 'div' at [1]".
std::vector<std::string> open_texts(const Value& marked);

// A value with the expected elements in place of those that differ and are permitted, and why.
struct Settled {
  Value value;
  std::vector<OpenUse> open;
  // Zeros of the other sign, whose sign is open.
  std::vector<OpenUse> zeros;
};

// `marked` is Etalon's value of the same output, evaluated while choices were recorded: the marks
// in its sides say what is permitted. Elements that match, that have no mark or lie outside what is
// permitted stay as they are. Values of another structure, type or shape stay too, but for a tensor
// whose shape is open. Elements match that rounding explains; where nothing is known of rounding,
// those within the tolerance.
Settled settle(const Value& got, const Value& expected, const Value& marked,
               const Tolerance& tolerance, const Allowance& allowance = without_bound());

// Etalon's outputs of the model, with marks in their sides that say what is permitted (readings.h).
Values marked_outputs(const BoundModel& model, const Bindings& inputs, const Options& options);

}  // namespace etalon
