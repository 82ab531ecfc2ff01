// Functions of real numbers whose results are correctly rounded.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>

#include "engine/numerics/arb_ball.h"
#include "engine/numerics/ball.h"
#include "engine/numerics/functions.h"
#include "engine/values/dtype.h"

namespace etalon {

// True if rounding to `type` gives one result for all members of y. Not for float64, whose digits a
// Ball never decides.
bool decides_by_rounding(DType type, const Ball& y);
inline bool decides(DType type, const Ball& y) {
  // All numbers at which the rounding to a type of up to 27 bits changes have the last 24 bits of a
  // double's 53 zero. The middle is `gap` units of the last of these away from the nearest such
  // number. A unit is more than 2^-53 of the middle; the half of that leaves room for the product's
  // rounding. For a middle that is not finite the product is NaN.
  constexpr uint64_t unused = uint64_t{1} << 24;
  const uint64_t last = std::bit_cast<uint64_t>(y.middle()) & (unused - 1);
  const auto gap = static_cast<double>(std::min(last, unused - last));
  if (y.radius() <= gap * (std::fabs(y.middle()) * 0x1p-54)) return true;
  return decides_by_rounding(type, y);
}

// The value of an undecided result: this middle, or NaN (Evaluation::marks_undecided).
double undecided_as(double middle);

// Evaluates by ArbBalls of 80, 160, … 5120 bits until one decides how to round the value to `type`,
// and returns that ball's ArbBall::rounded. `approximate`, which decides no digit, gives the sign
// of a zero, and the result where the value is not finite or stays undecided.
double refined(DType type, double approximate, const std::function<ArbBall()>& evaluate);

// f(x…), a formula over any number type R, at doubles: a double that rounds to `type`, a float
// type, as the exact value does. Where an argument is not finite, f is evaluated on doubles.
template <class F, class... X>
double correctly_rounded(DType type, const F& f, X... x) {
  if (!(std::isfinite(x) && ...)) return f(x...);
  if (type != DType::float64) {
    try {
      const Ball y = f(Ball(x)...);
      if (decides(type, y)) return y.middle();
    } catch (const Undecided&) {
    }
  }
  return refined(type, f(x...), [&]() -> ArbBall { return f(ArbBall(x)...); });
}

}  // namespace etalon
