// Calls that are one step away from a valid one: an input more or less, another type, rank,
// dimension, element or attribute. Some of them the specification forbids.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/draw.h"
#include "conformance/generate/one_node.h"
#include "engine/operators/schema.h"

namespace etalon {

struct Step {
  NodeCall call;
  std::string change;  // "axis = 3 in place of 1"
  // The number next to the changed one, on the valid call's side. Only where this call is valid is
  // the step the first one past an end.
  std::optional<NodeCall> nearer = {};
  // What the refusal must name; may be empty. A flag of 2 may be read as 1 or as an error: where
  // the refusal does not name it, it is that of a call with the flag, which nobody has to read so.
  std::string named = {};
};

// The kinds of step: "input missing", "rank", "attribute word", …
const std::vector<std::string>& step_kinds();

// The most steps that steps_from() returns.
inline constexpr size_t most_steps = 8;
// Some steps of a kind from a call, in random order; none if the call has nothing to change so.
std::vector<Step> steps_from(const NodeCall& call, std::string_view kind, Draw& draw);

}  // namespace etalon
