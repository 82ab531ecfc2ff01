// Results that the specification leaves open. An operator says beside its formula where its result
// is a choice, and between what:
//
//   Y = choice(Y, "nan", [&] { return windows_with_nan; }, "propagate",
//              {{"ignore", [&] { return greatest_numbers; }}});
//
// The point is the one of data/open_points that has this name after the operator's: "MaxPool.nan".
// The value that Etalon gives stays, unless a ChoiceScope binds another option. Without a
// ChoiceScope all of this costs a test of a pointer, and no function that is passed is called.
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

// The elements may be as Y has them, which is the option `chosen`, or as another option has them.
Tensor choice(const Tensor& Y, std::string_view point, const Where& where, std::string_view chosen,
              const std::vector<Option>& others);
// The elements may be any numbers between the ends, of Y's type, and of Y's shape or one element
// each; or one of the others. No options.
struct Ends {
  Tensor low, high;
  std::vector<Tensor> others = {};  // such as NaN
};
Tensor between(const Tensor& Y, std::string_view point, const Where& where,
               const std::function<Ends()>& ends);
// The text gives the elements no result, so that they may be anything of Y's type. Not for a result
// that is one of a few, or whose error is bounded: see the other functions.
Tensor no_result(const Tensor& Y, std::string_view point, const Where& where);
// Element p of Y may be any of the elements candidates[p] of `from`: options "first" and "last".
using Candidates = std::map<size_t, std::vector<int64_t>>;
Tensor any_of(const Tensor& Y, std::string_view point, const Tensor& from,
              const std::function<Candidates()>& candidates);
// The elements of each line along the axis may be in any order. No options.
Tensor any_order(const Tensor& Y, std::string_view point, size_t axis);

// All elements may be anything, and the shape too, where `open` holds.
Tensor any_shape(const Tensor& Y, std::string_view point, bool open);
// There may be a tensor of another shape in Y's place where `open` holds. One of Y's shape has Y's
// elements.
Tensor other_shape(const Tensor& Y, std::string_view point, bool open);
// Notes that the call is at the point where `open` holds. What the atlas says of the point, such as
// that a refusal is permitted, then applies (conformance/judge/refusals.h).
void at_point(std::string_view point, bool open);

// What several operators have in common.

// True if an axis is listed twice, negative ones being counted from the rank.
bool any_repeated(const std::vector<int64_t>& axes, size_t rank);
// Where the elements differ, Y may be what `other` gives: options `chosen` and `name`.
Tensor either_of(const Tensor& Y, std::string_view point, std::string_view chosen,
                 std::string_view name, const std::function<Tensor()>& other);
// A zero of a float Y may be +0 or -0: options "computed", "plus" and "minus".
Tensor either_zero(const Tensor& Y, std::string_view point);
// The same of the zeros at these places.
Tensor either_zero(const Tensor& Y, std::string_view point, const Where& among);
// A NaN of Y may also be the result with the NaNs among its arguments left out: options "propagate"
// and "ignore".
Tensor nan_or_number(const Tensor& Y, std::string_view point,
                     const std::function<Tensor()>& ignored);
// Where X is infinite and Y is NaN, which the formula's steps give, Y may be their limit. Options
// "nan" and "limit".
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
// The same the other way round: options "saturate", as Y has it, and "wrap". `exact` is whole.
Tensor saturate_or_wrap(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& exact);
// Floats whose exact values lie halfway between two numbers of Y's type may be the other one, too:
// options "even", as Y has it, and "odd".
Tensor either_neighbour(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& exact);
// A finite float of Y one of whose steps, of at most this magnitude, may exceed Y's type, may also
// be what that gives: an infinity or NaN. Option "exact", and "nan", "infinity", "minus_infinity".
Tensor step_or_exact(const Tensor& Y, std::string_view point,
                     const std::function<Reals()>& magnitude);
// The same of a sum: an infinity, too, where the terms above 0 and those below 0 may both exceed
// the type.
struct Sides {
  Reals above, below;  // magnitudes
};
Tensor sum_or_exact(const Tensor& Y, std::string_view point, const std::function<Reals()>& largest,
                    const std::function<Sides()>& sides);
// 0 in place of an element that is not on the side; infinities become huge numbers.
Sides sides_of(const Reals& x);
// The same for a quotient whose divisor may exceed the type: the option "zero", too.
Tensor divisor_or_exact(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& magnitude);
// |X|, of X's type; and X as float64.
Tensor magnitudes(const Tensor& X);
Tensor in_float64(const Tensor& X);
// Infinity where a step exceeds the type in which it is kept, else 0.
Reals beyond(DType type, const Reals& steps);
// Y = sums(operands), sums of products of the first `factors` operands, to which the others may be
// added: the points "negative_zero", "overflow" and "integer_overflow".
using SumsOf = std::function<Tensor(const std::vector<Tensor>& operands)>;
Tensor open_sums(const Tensor& Y, const std::vector<Tensor>& operands, size_t factors,
                 const SumsOf& sums);
// The same of an output of a call, whose operands are the inputs with these names that are there.
Tensor open_sums(Opening& open, const std::vector<std::string_view>& factors,
                 const std::vector<std::string_view>& addends, size_t output = 0);

}  // namespace etalon
