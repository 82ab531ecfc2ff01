// All results of a formula whose comparisons rounding may decide either way.
#pragma once

#include <concepts>
#include <vector>

#include "engine/numerics/arb_ball.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/tensor.h"

namespace etalon {

// While it exists, undecided comparisons of this thread's ArbBalls, and undecided whole numbers,
// get one answer in the first evaluation of the formula, and other answers in each evaluation after
// next().
class PathScope {
 public:
  PathScope();
  // Begins the next combination of answers; false when none is left.
  bool next();
  // The answer to an undecided question. Throws Undecided outside all scopes, and where there are
  // too many combinations.
  static bool answer();

 private:
  std::vector<bool> answers_;
  size_t asked_ = 0;
  const Setting<PathScope*> in_force_{&Evaluation::paths, this};
};

inline void include(ArbBall& all, const ArbBall& one) { all = hull(all, one); }
inline void include(Array<ArbBall>& all, const Array<ArbBall>& one) {
  for (size_t i = 0; i < all.size(); ++i) include(all.data()[i], one.data()[i]);
}

// f(), a ball or an array of balls of a fixed shape. Where bounds are wanted, it contains what f
// gives for every answer to its undecided comparisons. Throws Undecided where these are too many.
template <class F>
auto over_paths(F&& f) -> decltype(f()) {
  using Result = decltype(f());
  if constexpr (std::same_as<Result, ArbBall> || std::same_as<Result, Array<ArbBall>>) {
    if (evaluation().rounding) {
      PathScope paths;
      Result all = f();
      while (paths.next()) include(all, f());
      return all;
    }
  }
  return f();
}

// As above for a single ball, which says nothing where the other function throws Undecided.
template <class F>
ArbBall over_paths_or_unknown(F&& f) {
  try {
    return over_paths([&]() -> ArbBall { return f(); });
  } catch (const Undecided&) {
    return ArbBall::unknown();
  }
}

// A function that evaluates f by over_paths_or_unknown where bounds are wanted.
template <class F>
auto by_paths(F f) {
  return [f]<class... X>(const X&... x) -> decltype(f(x...)) {
    if constexpr ((std::same_as<X, ArbBall> && ...)) {
      if (evaluation().rounding) return over_paths_or_unknown([&]() -> ArbBall { return f(x...); });
    }
    return f(x...);
  };
}

}  // namespace etalon
