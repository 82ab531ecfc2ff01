// The folders beside an operator's formula. An entry in one of them belongs to the operator of its
// name. An operator needs no entry in any of these folders.
//
//   open/      what the specification leaves open: the other permitted results (choice.h)
//   quick/     fast paths: a result with proved digits, or nothing
//   bounds/    bounds for orders of computation that runtimes use and the formula does not show
//   released/  the meaning in a release of ONNX that differs, by the ids of the errata
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

// A call whose results are known and whose open elements are about to be marked: only within a
// ChoiceScope (choice_scope.h).
class Opening {
 public:
  Opening(const Call& the_call, Values& outputs);

  const Call& call;
  // Output i of the formula, which must be a tensor; marks are put here.
  Tensor& output(size_t i) { return tensors_.at(i); }
  size_t output_count() const { return tensors_.size(); }

  // An output of the formula with some inputs changed. Nothing is recorded. Not for operators that
  // draw random numbers.
  Tensor again(const NamedValues& changed, size_t output = 0) const;
  // As above, with change(X) in place of each given input X among these names.
  using Change = std::function<Tensor(const Tensor&)>;
  Tensor again(const std::vector<std::string_view>& inputs, const Change& change,
               size_t output = 0) const;

  // All of them.
  Values all_again(const NamedValues& changed) const;

  // Puts the marked tensors in their places.
  void finish();

 private:
  Values& outputs_;
  std::vector<Tensor> tensors_;  // an empty one for each output that is not a tensor

 public:
  Tensor& Y;  // the first output
};

// A static Open, Quick, Bounds, Sampled or Released adds an entry for all versions of an operator
// of the family whose folder it is in:
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
  // Returns nothing where it does not know all results; then the formula is evaluated.
  using Run = std::optional<Values> (*)(const Call& call);
  Quick(std::string_view name, Run run, const char* file = __builtin_FILE(),
        int line = __builtin_LINE());

  // Speeds up the by_sets call of a formula whose result has X's shape and a float type of at most
  // 32 bits. Writes the results over a set's elements, as doubles that decide their rounding to
  // `type`. Returns false where doubles do not decide all of them; the elements are then undefined.
  using OfSets = bool (*)(const Call& call, DType type, double* set, size_t count, size_t number);
  Quick(std::string_view name, OfSets help, const char* file = __builtin_FILE(),
        int line = __builtin_LINE());
  // Speeds up the each_output call of a formula whose result has a float type of at most 32 bits.
  // Returns balls that contain the outputs, in row-major order; possibly only the first ones.
  using OfOutputs = Array<Ball> (*)(const Call& call);
  Quick(std::string_view name, OfOutputs help, const char* file = __builtin_FILE(),
        int line = __builtin_LINE());
};

class Bounds {
 public:
  // Called in place of the formula where bounds are wanted. Nothing: the formula gives the bounds.
  Bounds(std::string_view name, Quick::Run run, const char* file = __builtin_FILE(),
         int line = __builtin_LINE());
};

class Sampled {
 public:
  // Called in place of the formula in sampled evaluations. Nothing: the formula gives the samples.
  Sampled(std::string_view name, Quick::Run run, const char* file = __builtin_FILE(),
          int line = __builtin_LINE());
};

class Released {
 public:
  // Called in place of the formula where one of the differences is in force.
  Released(std::string_view name, std::initializer_list<std::string_view> differences,
           Implementation run, const char* file = __builtin_FILE(), int line = __builtin_LINE());
};

// The entries of one operator.
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
// The entries of an operator that is registered in a file of this path
// ("ops/ai.onnx/math/clip.cc"); all empty if it has none.
const Rooms& rooms_of(std::string_view source, std::string_view name);
// The operators, as (folder of the family, name), that have an entry.
std::vector<std::pair<std::string, std::string>> names_with_rooms();

// The call whose formula runs on this thread, and its operator's Quick entry for by_sets or
// each_output; nothing where it has none. Throws InternalError if the formula calls that function
// twice: an entry does not say for which of the calls it is.
template <class F>
struct Helped {
  F help;
  const Call* call;
};
std::optional<Helped<Quick::OfSets>> help_with_sets();
std::optional<Helped<Quick::OfOutputs>> help_with_outputs();

// The outputs of a call of an implemented operator, by its formula or a fast path; with marks of
// open elements, where choices are wanted. Values that a formula returns in addition to the
// schema's outputs are only for open/.
Values evaluate_call(const Call& call);
// As evaluate_call, without marks.
Values evaluate_unmarked(const Call& call);
// As evaluate_call, by the formula alone.
Values evaluate_formula(const Call& call);

}  // namespace etalon
