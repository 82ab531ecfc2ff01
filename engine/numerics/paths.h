// All results that rounding allows a formula whose comparisons it may decide differently.
#pragma once

#include <concepts>
#include <vector>

#include "engine/numerics/arb_ball.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/tensor.h"

namespace etalon {

// While it lives, comparisons of this thread's ArbBalls, and whole numbers about them, take either
// answer where they are undecided: first one way; after next(), when the formula is evaluated
// again, another.
class PathScope {
 public:
  // Begins the next way; false when there is none left.
  bool next();
  // The answer to an undecided question. Throws Undecided outside all scopes, and where there are
  // too many ways.
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

// The same for a single ball: one that says nothing in place of Undecided.
template <class F>
ArbBall over_paths_or_unknown(F&& f) {
  try {
    return over_paths([&]() -> ArbBall { return f(); });
  } catch (const Undecided&) {
    return ArbBall::unknown();
  }
}

// f, a function of carriers, as one that does so where bounds are wanted.
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
