// What a runtime makes of a formula that it computes in a float type of its own, as the text has
// it: for the bounds of results, where bounds are wanted.
#pragma once

#include <cmath>

#include "engine/numerics/paths.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/rounding.h"

namespace etalon {

// The type that the rounding in force is of.
inline DType runtime_type() {
  for (const DType type : {DType::float64, DType::float32, DType::float16}) {
    if (rounding_of(type).bits == evaluation().rounding->bits) return type;
  }
  return DType::bfloat16;
}

// A number that a text or an attribute gives: as it is, or as float32 or the runtime's type has it.
inline ArbBall constant(double value) {
  const double single = round_to(DType::float32, value), own = round_to(runtime_type(), value);
  return single == value && own == value
             ? ArbBall(value)
             : hull(hull(ArbBall(value), ArbBall(single)), ArbBall(own));
}

// True where a number that the formula holds may be infinite in the runtime's type. A result that
// other formulas have without it then has no bound.
inline bool may_overflow(const ArbBall& x) {
  return !x.special() &&
         !std::isfinite(round_to(runtime_type(), std::fabs(x.middle()) + x.radius()));
}

// What either of two ways to compute a result may give; of a sample one of them.
template <class R>
Array<R> either(Array<R> one, const Array<R>& other) {
  if constexpr (std::same_as<R, ArbBall>) include(one, other);
  if constexpr (std::same_as<R, Ball>) {
    if (evaluation().sampled && evaluation().sampled->fused()) return other;
  }
  return one;
}

}  // namespace etalon
