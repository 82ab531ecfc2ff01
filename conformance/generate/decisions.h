// Which sides of a formula's comparisons calls take, and calls that take another side.
//
// The comparisons of an element are those of the operator's formula over ArbBalls, in the order in
// which its evaluation makes them (engine/numerics/decisions.h): Clip first compares with min, then
// with max. Comparisons of integers are not seen, nor those of operators that have their formulas
// over doubles alone.
#pragma once

#include <compare>
#include <set>
#include <string>
#include <vector>

#include "conformance/generate/one_node.h"
#include "engine/numerics/decisions.h"

namespace etalon {

struct Decision {
  size_t place = 0;  // as in DecisionLog
  DecisionLog::Side side = DecisionLog::Side::equal;
  auto operator<=>(const Decision&) const = default;
};
using Decisions = std::set<Decision>;
std::string to_string(const Decision& decision);  // "comparison 2: equal"

// The comparisons that the call makes; those before the error where its evaluation ends with one.
// The evaluation has little memory and time.
std::vector<DecisionLog::Comparison> comparisons_of(const NodeCall& call);
// Those of one of the elements of the first output, which has `count`; nothing where the formula is
// not evaluated element by element.
std::vector<DecisionLog::Comparison> comparisons_of_element(const NodeCall& call, size_t element,
                                                            size_t count);
Decisions decisions_of(const std::vector<DecisionLog::Comparison>& comparisons);
// Of all that are equal, less or greater at the places that `seen` has, those that it lacks.
Decisions missing_in(const Decisions& seen);

// Calls like this one that may take a missing side: an element of a float input that a comparison
// reads as it is becomes the other operand, or that number's neighbor on either side.
std::vector<NodeCall> calls_aimed_at(const Decisions& missing, const NodeCall& call,
                                     const std::vector<DecisionLog::Comparison>& comparisons);

}  // namespace etalon
