// Results that the specification leaves open. An operator's entry in open/ says which elements are
// open, and what they may be:
//
//   Y = choice(Y, "nan", [&] { return windows_with_nan; }, "propagate",
//              {{"ignore", [&] { return greatest_numbers; }}});
//
// The open point "nan" of MaxPool is "MaxPool.nan" in data/open_points. Etalon's value stays,
// unless a ChoiceScope binds another option. Without a ChoiceScope this costs a test of a pointer,
// and none of the functions is called.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "engine/operators/choice_scope.h"
#include "engine/operators/rooms.h"

namespace etalon {

// Gives an array of Y's shape: true for the elements that are open.
using Where = std::function<Bools()>;
struct Option {
  std::string_view name;           // "ignore"
  std::function<Tensor()> result;  // of Y's type, and of Y's shape or one element
};

// The open elements may have Y's values, which are the option `chosen`, or those of another option.
Tensor choice(const Tensor& Y, std::string_view point, const Where& where, std::string_view chosen,
              const std::vector<Option>& others);
// The open elements may be any numbers between the ends, or one of `others`. The ends have Y's
// type, and Y's shape or one element. This point has no options.
struct Ends {
  Tensor low, high;
  std::vector<Tensor> others = {};  // such as NaN
};
Tensor between(const Tensor& Y, std::string_view point, const Where& where,
               const std::function<Ends()>& ends);
// The text gives no result for the open elements: they may be any values of Y's type. If they are
// one of a few values, or their error is bounded, use one of the other functions.
Tensor no_result(const Tensor& Y, std::string_view point, const Where& where);
// Element p of Y may be any of the elements of `from` at candidates[p]. Options "first" and "last".
using Candidates = std::map<size_t, std::vector<int64_t>>;
Tensor any_of(const Tensor& Y, std::string_view point, const Tensor& from,
              const std::function<Candidates()>& candidates);
// The elements of each line along the axis may be in any order. This point has no options.
Tensor any_order(const Tensor& Y, std::string_view point, size_t axis);

// If `open`, all elements may have any value, and the tensor any shape.
Tensor any_shape(const Tensor& Y, std::string_view point, bool open);
// If `open`, the tensor may have another shape than Y. A tensor of Y's shape must have Y's
// elements.
Tensor other_shape(const Tensor& Y, std::string_view point, bool open);
// If `open`, records that the call is at the point. What data/open_points says of the point then
// applies, for example that a refusal is permitted (conformance/judge/refusals.h).
void at_point(std::string_view point, bool open);

// What several operators have in common.

// True if an axis is listed twice, negative ones being counted from the rank.
bool any_repeated(const std::vector<int64_t>& axes, size_t rank);
// Where Y and the result of `other` differ, either is permitted. Options `chosen` and `name`.
Tensor either_of(const Tensor& Y, std::string_view point, std::string_view chosen,
                 std::string_view name, const std::function<Tensor()>& other);
// A zero of a float Y may be +0 or -0. Options "computed", "plus" and "minus".
Tensor either_zero(const Tensor& Y, std::string_view point);
// As above, for the zeros where `among` is true.
Tensor either_zero(const Tensor& Y, std::string_view point, const Where& among);
// Instead of a NaN, Y may have the result with the NaNs among its arguments left out. Options
// "propagate" and "ignore".
Tensor nan_or_number(const Tensor& Y, std::string_view point,
                     const std::function<Tensor()>& ignored);
// Where X is infinite and the formula's steps give NaN, Y may also be the limit. Options "nan" and
// "limit".
Tensor limit_or_nan(const Tensor& Y, std::string_view point, const Tensor& X,
                    const std::function<Tensor()>& limit);
// X with `neutral` in place of NaN; X itself if it is not of floats.
Tensor without_nan(const Tensor& X, double neutral);
// Where X is NaN.
Bools nans(const Tensor& X);
// Integers whose exact values lie outside the type's range may also be the nearest value in it:
// options "wrap", as Y has it, and "saturate".
Tensor wrap_or_saturate(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& exact);
// As above, for a Y that saturates: options "saturate" and "wrap". `exact` is whole.
Tensor saturate_or_wrap(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& exact);
// Floats whose exact values lie halfway between two numbers of Y's type may be either. Options
// "even", as Y has it, and "odd".
Tensor either_neighbour(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& exact);
// Where a step of the computation may exceed Y's type (the steps' magnitudes are at most
// `magnitude`), a finite float of Y may also be the result of that overflow: an infinity or NaN.
// Options "exact", "nan", "infinity" and "minus_infinity".
Tensor step_or_exact(const Tensor& Y, std::string_view point,
                     const std::function<Reals()>& magnitude);
// As above, for a sum: either infinity, where both the positive and the negative terms may exceed
// the type.
struct Sides {
  Reals above, below;  // magnitudes
};
Tensor sum_or_exact(const Tensor& Y, std::string_view point, const std::function<Reals()>& largest,
                    const std::function<Sides()>& sides);
// An element on the other side of 0 becomes 0; infinities become huge numbers.
Sides sides_of(const Reals& x);
// As above, for a quotient whose divisor may exceed the type. Also the option "zero".
Tensor divisor_or_exact(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& magnitude);
// |X|, of X's type; and X as float64.
Tensor magnitudes(const Tensor& X);
Tensor in_float64(const Tensor& X);
// Infinity where a step exceeds the type in which it is kept, else 0.
Reals beyond(DType type, const Reals& steps);
// The points "negative_zero", "overflow" and "integer_overflow" of Y = sums(operands): sums of
// products of the first `factors` operands, to which the other operands may be added.
using SumsOf = std::function<Tensor(const std::vector<Tensor>& operands)>;
Tensor open_sums(const Tensor& Y, const std::vector<Tensor>& operands, size_t factors,
                 const SumsOf& sums);
// As above, for an output of a call. The operands are the given inputs among these names.
Tensor open_sums(Opening& open, const std::vector<std::string_view>& factors,
                 const std::vector<std::string_view>& addends, size_t output = 0);

}  // namespace etalon
