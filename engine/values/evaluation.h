// What is wanted of the evaluations on this thread, and what they count: one object, which the
// carriers of the reals, operators and their rooms ask. A formula does not: the words of formula.h
// do.
#pragma once

#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

#include "engine/values/value.h"

namespace etalon {

struct Rounding;        // engine/values/rounding.h
class MonteCarlo;       // engine/values/monte_carlo.h
class PathScope;        // engine/numerics/paths.h
struct RandomSource;    // engine/numerics/random.h
struct Node;            // engine/operators/model.h
struct ChoiceState;     // engine/operators/choice_scope.h
struct RunningFormula;  // engine/operators/rooms.h

// Evaluates a node's operator as it is registered. The node may have other attributes, and its
// inputs other types, than in the model.
using Ordinary = std::function<Values(const Node& node, const Values& inputs)>;
// Gives a node's outputs, by position.
using Substitute =
    std::function<Values(const Node& node, const Values& inputs, const Ordinary& ordinary)>;

struct Evaluation {
  // If set, bounds are wanted: operations add what this rounding allows to the radii, elements
  // begin with the errors that their tensors carry (Side::errors), and results carry theirs.
  const Rounding* rounding = nullptr;
  // If set, formulas are evaluated once, over samples (Ball::sample), and give what this runtime
  // gets.
  MonteCarlo* sampled = nullptr;
  // Operators are evaluated by their formulas alone, and these by the carriers that prove their
  // digits: nothing of quick/ runs.
  bool plain = false;

  // The bits of ArbBalls.
  long precision = 64;
  // What ArbBalls leave undecided is taken from their middles: comparisons, in which those that
  // overlap count as equal, whole numbers, and conversions.
  bool middles = false;
  // Otherwise it is answered either way, one after the other.
  PathScope* paths = nullptr;
  // Results that stay undecided at the greatest precision are NaN, so that they are found.
  bool marks_undecided = false;

  // If set, what is open is asked for (choice_scope.h); while it is paused, nothing is
  // recorded, and the bound options stay in force.
  ChoiceState* choices = nullptr;
  bool paused = false;
  // The node whose operator runs, and its formula.
  const Node* node = nullptr;
  RunningFormula* running = nullptr;

  // If set, called in place of each operator and of each call of a function, in functions and in
  // graphs inside nodes too.
  const Substitute* substitute = nullptr;
  // If set, RNN, GRU and LSTM begin each step with the state that these outputs have for the step
  // before, where Y is among them. Their results then differ from the runtime's by what single
  // steps introduce, as the nodes of a model do on the runtime's own values. LSTM's cell state is
  // its own at each step: no output has it.
  const Values* observed = nullptr;
  // What nodes without a seed draw from.
  RandomSource* random = nullptr;

  // How many times Tensor::of has rounded doubles to a float type: such results are as good as
  // their doubles are, and nobody has decided their digits. Where bounds or samples are wanted,
  // Tensor::decided counts here, too, where it changes a value.
  uint64_t plain_roundings = 0;
  // How often errors have not been taken into account: a tensor's elements were read without those
  // that it carries, or a bound's radius was dropped. Such results have no bound.
  uint64_t lost_errors = 0;
  // How often a step of a sample has exceeded its type.
  uint64_t overflowed_steps = 0;
  // How many results stayed undecided at the greatest precision, and are the middles of their
  // balls.
  uint64_t undecided_results = 0;
};
// This thread's.
Evaluation& evaluation();

// While it lives, one member of this thread's Evaluation has another value:
//   const Setting exact(&Evaluation::rounding, nullptr);
template <class T>
class [[nodiscard]] Setting {
 public:
  Setting(T Evaluation::*member, std::type_identity_t<T> value)
      : member_(member), saved_(std::exchange(evaluation().*member, value)) {}
  ~Setting() { evaluation().*member_ = saved_; }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  T Evaluation::*const member_;
  const T saved_;
};

}  // namespace etalon
