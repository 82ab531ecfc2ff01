// The verdicts on two models that should be the same function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/bounds/verdict.h"
#include "conformance/equivalent/proved.h"
#include "conformance/generate/case_files.h"
#include "conformance/judge/open.h"
#include "engine/interpreter/interpreter.h"

namespace etalon::equivalent {

// A pair of values on one input of the models.
struct Judged {
  Verdict verdict;            // on AFTER's value, where BEFORE's is expected
  std::vector<OpenUse> open;  // the points that permit elements, of either model
  // Narrow enclosures of both exact results overlap everywhere: the widest pair / the largest
  // value.
  std::optional<double> width;
  // By what its budget left out: "without sampled evaluations, which take more than 30 s".
  std::string limited = {};
};
// Of values that are not compared: not within any tolerance, for this reason.
Judged judged_as(Grade grade, const std::string& reason);
// "different (wrong): 31 times the bound of rounding errors, at [2, 0]: got 1, expected 2", where
// AFTER's value is got and BEFORE's expected.
std::string sentence(const Judged& judged);
// What the verdict says of a rewrite: "identical" (same), "exactly equal" (enclosures overlap),
// "equal up to rounding", "open", "not shown" (unknown) or "different" (unlikely, wrong).
std::string_view word_of(const Judged& judged);
// In JSON: "exactly_equal".
std::string key_of(const Judged& judged);
// True of the first four.
bool agrees(const Judged& judged);
bool differs(const Judged& judged);
// By the verdict; enclosures that overlap are better than other values within rounding.
bool is_worse(const Judged& judged, const Judged& other);
// Neither is worse, and values are further apart.
bool is_further(const Judged& judged, const Judged& other);

// Nodes of AFTER that stand in place of nodes of BEFORE: from values that agree to the next pair.
struct Piece {
  std::string before_value, after_value;
  std::vector<std::string> from;  // BEFORE's names of the values that it begins with
  std::vector<std::string> before_nodes, after_nodes;  // labels
  Judged judged;
  double apart = 0;          // the two values: the largest difference / the largest value
  bool by_nearness = false;  // they are a pair because they are near, and have no common name
  // Both as models, serialized, with their inputs; empty where there are no nodes.
  std::string before_model, after_model;
  CaseValues before_inputs, after_inputs;
};

struct OutputVerdict {
  std::string before, after;  // names
  Judged judged;              // on the input that is worst
  size_t identical = 0;       // inputs on which it has the same bits
  std::string input;          // that worst input, in words; empty while all are identical
  size_t number = 0;          // its number among the inputs, from 0
  // The worst of the inputs without NaN, infinities, zeros of either sign, the greatest and the
  // least numbers.
  Judged usual;
  bool special_only() const { return is_worse(judged, usual); }
  std::optional<Piece> piece;
};

// A constant of AFTER that stands in place of a constant computation of BEFORE.
struct Fold {
  std::string constant;            // AFTER's name
  std::vector<std::string> nodes;  // BEFORE's labels
  Judged judged;
  std::string how;      // "was folded in float16"
  bool by_name = true;  // else because it is near
};

// What a look at the two models shows, without inputs.
struct Finding {
  std::string what;
  Grade grade = Grade::wrong;  // or unknown; `same` where a caller loses nothing
};

struct Equivalence {
  // Of names, types and lengths; of initializers that are not BEFORE's.
  std::vector<Finding> interface, initializers;
  std::vector<std::string> remarks;  // about the interfaces and the inputs, a sentence each
  std::vector<OutputVerdict> outputs;
  std::vector<Fold> folds;  // those that are not the same bits
  size_t folded = 0;        // constants of AFTER that BEFORE computes
  size_t inputs = 0;        // on which both were evaluated
  size_t aimed = 0;         // of these, aimed at what the models' constants decide
  size_t refused = 0;       // drawn inputs that BEFORE refuses
  // Sides of comparisons, branches, trips, rows of tables, lengths: how many there are, and which
  // no input reached.
  size_t sides = 0, reached = 0;
  std::vector<std::string> unreached;
  std::vector<std::string> trips;      // of each Loop
  std::vector<std::string> lengths;    // that were tried of each symbol: "N = 0, 1, 2"
  std::vector<std::string> one_sided;  // "If-16 'cache' took one branch only"
  size_t nodes = 0;                    // of AFTER
  size_t shared = 0;  // of these, the same computations on the same values as in BEFORE
  Bindings witness;   // BEFORE's inputs that show the worst output's difference, made small
  std::string witness_text;
  Judged at_witness;
  std::optional<Proof> proof;  // where it takes no longer than the inputs
  std::string stopped;         // by what a limit or a signal ended the work

  // Of the outputs, and of what a look at the models shows.
  Judged worst() const;
  Judged worst_of_outputs() const;
};

}  // namespace etalon::equivalent
