// Recurrences over the reals: the implementation of over_steps() in engine/formula.h.
#pragma once

#include <functional>
#include <vector>

#include "engine/numerics/carriers.h"

namespace etalon {

// The parts of a recurrence's state, such as H and C of an LSTM.
template <class R>
using State = std::vector<Array<R>>;

struct Steps {
  DType type;       // to which states are rounded where they are given
  size_t count;     // of steps
  double products;  // multiply-adds of all steps: how many bits can be afforded depends on them
};

// The states of a recurrence. Their numbers stay exact until they are returned.
struct Walked {
  std::vector<Tensor> after;  // each step: the state's first part
  std::vector<Tensor> last;   // the parts of the last state
};

namespace detail {

struct StepFormula {
  const void* f;
  template <class R>
  using Of = State<R> (*)(const void* f, size_t step, const State<R>& before);
  Of<Ball> balls;
  Of<WideBall> wide_balls;
  Of<ArbBall> arbs;
};
Walked over_steps(const Steps& steps, const std::vector<Reals>& initial,
                  const StepFormula& formula);

template <class R, class F>
State<R> state_after(const void* f, size_t step, const State<R>& before) {
  return static_cast<const F*>(f)->template operator()<R>(step, before);
}

}  // namespace detail

// f.operator()<R>(step, before) for step 0, 1, …: the state after a step from the state before it.
// Radii grow at every step by the worst case, so that the number of bits needed grows with the
// number of steps. Where so many bits would take too long, each step keeps the bits that matter in
// practice and drops the error of the others; the results then count as undecided. It is too long
// after some seconds where proofs are wanted (Evaluation::proofs), else after a tenth of one.
template <class F>
Walked over_steps(const Steps& steps, const std::vector<Reals>& initial, F f) {
  return detail::over_steps(steps, initial,
                            {&f, detail::state_after<Ball, F>, detail::state_after<WideBall, F>,
                             detail::state_after<ArbBall, F>});
}

}  // namespace etalon
