// Integer results of real formulas, where the text does not say how to round.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "engine/operators/choice.h"

namespace etalon {

// Y has the numbers of `exact` as integers: truncated, or rounded by `chosen`. Where a number is
// not an integer, it may also be rounded by another of the options "truncate", "floor" and
// "nearest" (ties away from 0; "away" where nearest is chosen), or have a value of `others`; and
// the call is at the point. What lies outside Y's type, or is so large that a double holds no
// fraction of it, is none of this point's.
Tensor any_integer_for(const Tensor& Y, std::string_view point, const std::function<Reals()>& exact,
                       std::string_view chosen = "truncate",
                       const std::vector<Option>& others = {});

// Y, in which every number of `exact` that is whole, or whole to within `part` of itself, is
// replaced by the next integer towards 0: the result of a step whose error falls short of it.
Tensor short_of(const Tensor& Y, const Reals& exact, double part);

}  // namespace etalon
