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
  using Help = void (*)();
  Quick(std::string_view name, Run run, const char* file = __builtin_FILE(),
        int line = __builtin_LINE());

 protected:
  // What a word of the formula asks for parts of its results.
  enum class Word { by_sets, each_output };
  Quick(Word word, std::string_view name, Help help, const char* file, int line);
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
  Entry<Quick::Help> quick_sets, quick_outputs;  // engine/numerics/quick.h
  Entry<Quick::Run> bounds, samples;
  Entry<Implementation> released;
  std::vector<std::string> differences;  // of the released one
};
// Of an operator that is registered in a file of this path ("ops/ai.onnx/math/clip.cc"); nothing
// but empty entries where there is no room.
const Rooms& rooms_of(std::string_view source, std::string_view name);
// The operators, as (folder of the family, name), that have an entry.
std::vector<std::pair<std::string, std::string>> names_with_rooms();

// The call whose formula runs on this thread, and asks for the help of its operator's quick_sets or
// quick_outputs; nothing where there is none, and from the second question on: help is for the
// formula's first word of the kind.
template <class F>
struct Helped {
  F help;
  const Call* call;
};
std::optional<Helped<Quick::Help>> help_with_sets();
std::optional<Helped<Quick::Help>> help_with_outputs();

// The outputs of a call of an implemented operator: by its formula, or sooner; with the marks of
// what is open, where choices are wanted. What a formula gives beyond the outputs of its schema is
// for open/ alone.
Values evaluate_call(const Call& call);
// The same without marks.
Values evaluate_unmarked(const Call& call);
// By the formula alone.
Values evaluate_formula(const Call& call);

}  // namespace etalon
