// What is known of two models that ought to be the same function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/case_files.h"
#include "engine/interpreter/interpreter.h"

namespace etalon::equivalent {

// From the best to the worst. BEFORE and AFTER stand for the two models.
enum class Sameness {
  identical,       // bit for bit
  exactly_equal,   // other digits, but narrow enclosures of both exact results overlap everywhere
  up_to_rounding,  // no further apart than rounding in both allows, or honest evaluations are
  open,            // what one gives is permitted where the specification leaves the other open
  not_shown,       // none of these could be shown, nor that they differ
  different,       // further apart than rounding in both allows
};
// "exactly equal"; in JSON "exactly_equal".
std::string_view to_string(Sameness sameness);
std::string key_of(Sameness sameness);

// A pair of values on one input of the models.
struct Judged {
  Sameness sameness = Sameness::identical;
  double share = 0;  // up_to_rounding: the largest difference / what rounding in both allows
  double width = 0;  // exactly_equal: the widest pair of enclosures / the largest value
  // open, not_shown and different: a clause; up_to_rounding: where samples tell what no bound does.
  std::string why;
  // different and not_shown: the element that differs most.
  std::string where, before, after;
};

// Nodes of AFTER that stand in place of nodes of BEFORE: from values that agree to the next pair.
struct Piece {
  std::string before_value, after_value;
  std::vector<std::string> from;  // BEFORE's names of the values that it begins with
  std::vector<std::string> before_nodes, after_nodes;  // labels
  Judged judged;
  double apart = 0;  // the two values: the largest difference / the largest value
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
  // The worst of the inputs without NaN, infinities, zeros of either sign and the greatest numbers.
  Sameness usual = Sameness::identical;
  bool special_only() const { return judged.sameness > usual; }
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

struct Equivalence {
  std::vector<std::string> remarks;  // about the interfaces and the inputs, a sentence each
  std::vector<OutputVerdict> outputs;
  std::vector<Fold> folds;  // those that are not the same bits
  size_t folded = 0;        // constants of AFTER that BEFORE computes
  size_t inputs = 0;        // on which both were evaluated
  size_t refused = 0;       // drawn inputs that BEFORE refuses
  size_t nodes = 0;         // of AFTER
  size_t shared = 0;        // of these, the same computations on the same values as in BEFORE
  Bindings witness;         // BEFORE's inputs that show the worst output's difference, made small
  std::string witness_text;
  Judged at_witness;
  std::string stopped;  // by what a limit or a signal ended the work

  Sameness worst() const;
};

}  // namespace etalon::equivalent
