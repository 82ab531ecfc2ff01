// Which cases of one operator version a corpus has.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/operator_cases.h"
#include "conformance/generate/space.h"
#include "engine/operators/choice_scope.h"

namespace etalon {

// One operator version whose cases are drawn.
struct Unit {
  const Schema* schema = nullptr;
  std::string rule;  // the operator's name in the table of rules

  std::string label() const;   // "Softmax-13", "ai.onnx.ml.Scaler-1"
  std::string folder() const;  // "ai.onnx/Softmax-13"
};

// Every operator version that has a rule and that was released with this opset of ai.onnx or an
// earlier one; only of the operators named, as --operator does ("Conv", "Softmax-13"), if any are.
// In the order of the schemas. Throws what operator_choice() throws.
std::vector<Unit> units_of(int opset, const std::vector<std::string>& operators);

struct SelectionLimits {
  size_t most_cases = 40;      // that are kept for the pairs that they add
  size_t patience = 60;        // draws in a row that add nothing, before no more are drawn
  size_t most_decisions = 12;  // that are kept for a side of a comparison that no other takes
  size_t most_refusals = 20;   // that are kept for what they refuse
};

struct SelectedCase {
  CaseFiles files;
  std::vector<Point> points;      // empty for a refusal
  std::vector<std::string> open;  // the ids of the open points that it meets
  uint32_t seed = 0;              // of the unit's draws
};

struct SelectedCases {
  std::vector<SelectedCase> cases;
  size_t draws = 0;
  size_t points = 0;    // that the cases have, together
  size_t pairs = 0;     // of points of different factors
  std::string without;  // why there are no valid cases; else empty
};

// The cases, which depend on the version alone: drawn calls, each kept only if a pair of its points
// is new; calls that take a side of the formula's comparisons that these do not (decisions.h); one
// call at each open point of the version, as far as one is found; calls that must be refused, one
// for each kind of step and sentence. The digits of all outputs are proved.
SelectedCases selected(const Unit& unit, const SelectionLimits& limits);

}  // namespace etalon
