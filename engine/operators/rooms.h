// The rooms beside an operator's formula. Each holds, by the operator's name, what is not its
// meaning; an operator that has no entry in any of them works completely.
//
//   open/      what the text leaves open: the other results, as code (choice.h)
//   quick/     the same result sooner: proved digits, or nothing
//   bounds/    the bounds of what runtimes compute in orders that the formula does not show
//   released/  what a release of ONNX meant otherwise, by the ids of the errata
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/operators/delegate.h"
#include "engine/operators/operator.h"

namespace etalon {

class Ball;  // engine/numerics/ball.h

// A call whose results are known, and are about to be marked: there is one only where choices are
// wanted (choice_scope.h).
class Opening {
 public:
  Opening(const Call& the_call, Values& outputs);

  const Call& call;
  // Output i of the formula, which must be a tensor; marks are put here.
  Tensor& output(size_t i) { return tensors_.at(i); }
  size_t output_count() const { return tensors_.size(); }

  // An output of the formula for other inputs, the others being the call's own. Nothing is
  // recorded. Not for operators that draw random numbers.
  Tensor again(const NamedValues& changed, size_t output = 0) const;
  // The same with change(X) in place of each of these inputs that is there.
  using Change = std::function<Tensor(const Tensor&)>;
  Tensor again(const std::vector<std::string_view>& inputs, const Change& change,
               size_t output = 0) const;

  // All of them.
  Values all_again(const NamedValues& changed) const;

  // Puts the marked tensors in their places.
  void finish();

 private:
  Values& outputs_;
  std::vector<Tensor> tensors_;  // empty ones for outputs that are no tensors

 public:
  Tensor& Y;  // the first output
};

// A static Open, Quick, Bounds, Sampled or Released adds an entry for all versions of an operator
// of the family in whose folder its room is:
//   const Open sqrt("Sqrt", [](Opening& o) { o.Y = either_zero(o.Y, "negative_zero"); });
class Open {
 public:
  using Call = void (*)(const etalon::Call& call);  // before the formula runs, which may throw
  using Outputs = void (*)(Opening& opening);
  Open(std::string_view name, Call call, Outputs outputs, const char* file = __builtin_FILE(),
       int line = __builtin_LINE());
  Open(std::string_view name, Call call, const char* file = __builtin_FILE(),
       int line = __builtin_LINE())
      : Open(name, call, nullptr, file, line) {}
  Open(std::string_view name, Outputs outputs, const char* file = __builtin_FILE(),
       int line = __builtin_LINE())
      : Open(name, nullptr, outputs, file, line) {}
};

class Quick {
 public:
  // Nothing where it does not know all results; then the formula is evaluated.
  using Run = std::optional<Values> (*)(const Call& call);
  Quick(std::string_view name, Run run, const char* file = __builtin_FILE(),
        int line = __builtin_LINE());

  // Help for the one by_sets of a formula, which gives one result of X's shape and of a float type
  // of at most 32 bits: puts the results in the place of a set's elements, doubles that decide
  // their rounding to `type`. False, and anything in place of the elements, where these do not
  // decide them all.
  using OfSets = bool (*)(const Call& call, DType type, double* set, size_t count, size_t number);
  Quick(std::string_view name, OfSets help, const char* file = __builtin_FILE(),
        int line = __builtin_LINE());
  // Help for the one each_output of a formula, which gives results of a float type of at most 32
  // bits: balls that contain the outputs, in row-major order; fewer than there are where it knows
  // no more.
  using OfOutputs = Array<Ball> (*)(const Call& call);
  Quick(std::string_view name, OfOutputs help, const char* file = __builtin_FILE(),
        int line = __builtin_LINE());
};

class Bounds {
 public:
  // Where bounds are wanted, in place of the formula; nothing where the formula gives the bounds.
  Bounds(std::string_view name, Quick::Run run, const char* file = __builtin_FILE(),
         int line = __builtin_LINE());
};

class Sampled {
 public:
  // Where a sample is wanted, in place of the formula; nothing where the formula gives the samples.
  Sampled(std::string_view name, Quick::Run run, const char* file = __builtin_FILE(),
          int line = __builtin_LINE());
};

class Released {
 public:
  // In place of the formula where one of the differences is in force.
  Released(std::string_view name, std::initializer_list<std::string_view> differences,
           Implementation run, const char* file = __builtin_FILE(), int line = __builtin_LINE());
};

// What stands beside one operator.
struct Rooms {
  template <class F>
  struct Entry {
    F run = nullptr;
    std::string source = {};  // "ops/ai.onnx/math/open/clip.cc:31"
  };
  Entry<Open::Call> open_call;
  Entry<Open::Outputs> open;
  Entry<Quick::Run> quick;
  Entry<Quick::OfSets> quick_sets;
  Entry<Quick::OfOutputs> quick_outputs;
  Entry<Quick::Run> bounds, samples;
  Entry<Implementation> released;
  std::vector<std::string> differences;  // of the released one
};
// Of an operator that is registered in a file of this path ("ops/ai.onnx/math/clip.cc"); nothing
// but empty entries where there is no room.
const Rooms& rooms_of(std::string_view source, std::string_view name);
// The operators, as (folder of the family, name), that have an entry.
std::vector<std::pair<std::string, std::string>> names_with_rooms();

// The call whose formula runs on this thread, and the help that its operator has for by_sets or
// each_output; nothing where it has none. Throws InternalError if a formula with help has that word
// twice: it is known for which of them the help is only where there is one.
template <class F>
struct Helped {
  F help;
  const Call* call;
};
std::optional<Helped<Quick::OfSets>> help_with_sets();
std::optional<Helped<Quick::OfOutputs>> help_with_outputs();

// The outputs of a call of an implemented operator: by its formula, or sooner; with the marks of
// what is open, where choices are wanted. What a formula gives beyond the outputs of its schema is
// for open/ alone.
Values evaluate_call(const Call& call);
// The same without marks.
Values evaluate_unmarked(const Call& call);
// By the formula alone.
Values evaluate_formula(const Call& call);

}  // namespace etalon
