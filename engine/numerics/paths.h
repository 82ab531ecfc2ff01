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
  // As above in an evaluation over a field.
  static bool answer(const FieldQuestion& question);

  // The questions of this combination, and their answers.
  const std::vector<FieldQuestion>& questions() const { return questions_; }
  const std::vector<bool>& answers() const { return answers_; }

 private:
  static bool next_answer();

  std::vector<bool> answers_;
  std::vector<FieldQuestion> questions_;  // over a field
  size_t asked_ = 0;
  const Setting<PathScope*> in_force_{&Evaluation::paths, this};
};

inline void include(ArbBall& all, const ArbBall& one) { all = hull(all, one); }
inline void include(Array<ArbBall>& all, const Array<ArbBall>& one) {
  for (size_t i = 0; i < all.size(); ++i) include(all.data()[i], one.data()[i]);
}

// What one of two results is, by the answer to a question, in an evaluation over a field.
ArbBall selected(const FieldQuestion& question, const ArbBall& yes, const ArbBall& no);
inline Array<ArbBall> selected(const FieldQuestion& question, const Array<ArbBall>& yes,
                               const Array<ArbBall>& no) {
  Array<ArbBall> result = yes;
  for (size_t i = 0; i < yes.size(); ++i) {
    result.data()[i] = selected(question, yes.data()[i], no.data()[i]);
  }
  return result;
}

// f() in an evaluation over a field: one function of all answers to its comparisons. A question has
// been answered with no before it is answered with yes.
template <class F>
auto over_field(F&& f) -> decltype(f()) {
  using Result = decltype(f());
  struct Case {
    std::vector<FieldQuestion> questions;
    std::vector<bool> answers;
    Result result;
  };
  PathScope paths;
  std::vector<Case> cases;
  do {
    Result result = f();
    cases.push_back({paths.questions(), paths.answers(), std::move(result)});
    // The last two cases differ in their last answer alone where that is yes: they become one.
    while (!cases.back().answers.empty() && cases.back().answers.back()) {
      Case yes = std::move(cases.back());
      cases.pop_back();
      Case& no = cases.back();
      no.result = selected(yes.questions.back(), yes.result, no.result);
      no.questions.pop_back();
      no.answers.pop_back();
    }
  } while (paths.next());
  return cases[0].result;
}

// f(), a ball or an array of balls of a fixed shape. In an evaluation over a field it is the
// function of all answers to its comparisons. Where bounds are wanted, it contains what f
// gives for every answer to its undecided comparisons. Throws Undecided where these are too many.
template <class F>
auto over_paths(F&& f) -> decltype(f()) {
  using Result = decltype(f());
  if constexpr (std::same_as<Result, ArbBall> || std::same_as<Result, Array<ArbBall>>) {
    if (evaluation().field) return over_field(f);
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
    if (evaluation().field) throw;
    return ArbBall::unknown();
  }
}

// A function that evaluates f by over_paths_or_unknown where bounds are wanted.
template <class F>
auto by_paths(F f) {
  return [f]<class... X>(const X&... x) -> decltype(f(x...)) {
    if constexpr ((std::same_as<X, ArbBall> && ...)) {
      if (evaluation().once_over_arbs())
        return over_paths_or_unknown([&]() -> ArbBall { return f(x...); });
    }
    return f(x...);
  };
}

}  // namespace etalon
