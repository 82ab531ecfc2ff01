// Sums of which an activation is taken, where a step of the sum may exceed the type.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {

// Y = activation(sum) where the sum may be infinite or NaN, or what Y has: what the activation, a
// function of a double, makes of these, or its limit. Options "exact", "nan", "infinity",
// "minus_infinity", "limit", "minus_limit".
template <class F>
Tensor activated_or_exact(const Tensor& Y, std::string_view point, const Where& where,
                          F activation) {
  constexpr double huge = 1e300;
  const auto of = [&](double sum) {
    return [&Y, activation, sum] { return scalar(Y.dtype(), double(activation(sum))); };
  };
  return choice(Y, point, where, "exact",
                {{"nan", of(std::nan(""))},
                 {"infinity", of(infinity)},
                 {"minus_infinity", of(-infinity)},
                 {"limit", of(huge)},
                 {"minus_limit", of(-huge)}});
}

}  // namespace etalon
