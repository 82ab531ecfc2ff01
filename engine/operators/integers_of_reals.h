// The integers that hold results that are real, where the text does not say how.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "engine/operators/choice.h"

namespace etalon {

// Y has the integers that `exact`, real numbers, became: truncated, or another way that is
// `chosen`. Where they are no integers they may also become any of the others of the options
// "truncate", "floor" and "nearest" (of two that are as near, the one further from 0; "away" where
// nearest is chosen), or be what `others` give; and the call is at the point. What lies outside Y's
// type, or is so large that a double holds no fraction of it, is none of this point's.
Tensor any_integer_for(const Tensor& Y, std::string_view point, const std::function<Reals()>& exact,
                       std::string_view chosen = "truncate",
                       const std::vector<Option>& others = {});

// The same, but where a number of `exact` is whole, or is off by no more than this part of itself:
// the integer beside it, towards 0, as where an error of a step falls short of it.
Tensor short_of(const Tensor& Y, const Reals& exact, double part);

}  // namespace etalon
