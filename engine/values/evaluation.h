// What is wanted of the evaluations on this thread, and what they count: one object. The number
// types R, the operators and the folders beside their formulas read it. A formula does not: the
// functions of formula.h do.
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
class DecisionLog;      // engine/numerics/decisions.h
class Field;            // engine/numerics/field.h
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
  // If set, numbers are functions of a model's inputs, known by their residues (Residue): ArbBalls
  // carry these, tensors too (Side::residues). What needs digits of them throws Undecided. `plain`
  // is to be set.
  Field* field = nullptr;
  // If set, formulas are evaluated once, over samples (Ball::sample), and give the results of this
  // sampled evaluation.
  MonteCarlo* sampled = nullptr;
  // True where formulas are evaluated once, over ArbBalls: what these say is the result.
  bool once_over_arbs() const { return rounding || field; }
  // Operators are evaluated by their formulas alone, over the number types that prove their digits:
  // nothing of quick/ runs.
  bool plain = false;
  // Proofs of digits are wanted: where only many bits prove them, some seconds are spent on that.
  bool proofs = false;

  // The bits of ArbBalls.
  long precision = 64;
  // Comparisons, whole numbers and conversions that ArbBalls leave undecided are taken from the
  // middles of the balls; balls that overlap count as equal.
  bool middles = false;
  // If set, undecided comparisons are answered both ways, one after the other.
  PathScope* paths = nullptr;
  // If set, the comparisons of ArbBalls are recorded.
  DecisionLog* decisions = nullptr;
  // Results that stay undecided at the greatest precision become NaN, so that tests find them.
  bool marks_undecided = false;

  // If set, what the specification leaves open is recorded (choice_scope.h). While `paused` is
  // true, nothing is recorded, and the bound options stay in force.
  ChoiceState* choices = nullptr;
  bool paused = false;
  // The node whose operator is running, and its formula.
  const Node* node = nullptr;
  RunningFormula* running = nullptr;

  // If set, called in place of each operator and of each call of a function, in functions and in
  // graphs inside nodes too.
  const Substitute* substitute = nullptr;
  // If set, RNN, GRU and LSTM begin each step with the state that these outputs, a runtime's, have
  // for the step before, where Y is among them. Their results then differ from the runtime's by
  // what single steps introduce, as the nodes of a model do on the runtime's own values. LSTM's
  // cell state is Etalon's own at each step: no output has it.
  const Values* observed = nullptr;
  // The source of random numbers for nodes without a seed.
  RandomSource* random = nullptr;

  // How many times Tensor::of has rounded doubles to a float type. The digits of these results are
  // not proved: they are as good as the doubles are. Where bounds or samples are wanted,
  // Tensor::decided also counts here when it changes a value.
  uint64_t plain_roundings = 0;
  // How often errors have not been taken into account: a tensor's elements were read without the
  // errors that it carries, or a bound's radius was dropped. The results then have no bound.
  uint64_t lost_errors = 0;
  // Counts there. Throws Undecided in an evaluation over the field.
  void lose_errors();
  // How often a step of a sample has exceeded its type.
  uint64_t overflowed_steps = 0;
  // How many results stayed undecided at the greatest precision. Each is the middle of its ball.
  uint64_t undecided_results = 0;
};
// The Evaluation of this thread.
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
