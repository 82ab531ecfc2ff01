// Drawn calls before they are evaluated: by an operator's rule, or by an open point's example.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/drafting.h"
#include "conformance/generate/draw.h"
#include "conformance/generate/one_node.h"
#include "conformance/generate/values.h"

namespace etalon {

// The operator's name in the table of rules: with the domain in front, except for ai.onnx.
std::string rule_name(const Schema& schema);
// The versions of an operator of this name that calls are drawn for: those in force, without
// experimental ones.
std::vector<const Schema*> drawn_versions(const std::string& name);

struct Draft {
  const Schema* schema = nullptr;
  NodeCall call;  // with ordinary elements
  std::vector<FreeInput> free;
  bool of_example = false;  // it is the example of an open point, or like it (aimed_calls.h)

  // The element types of the free inputs.
  std::vector<DType> free_types() const;
};

// A call by the rule of the operator, with all names. Throws InternalError if it has no rule, and
// what the rule throws.
Draft draft_call(const Schema& schema, Draw& draw);

// The call where some of the free inputs that can be of the class, at least one, are; all of them
// for the classes of dot products. With `anew`, their ordinary elements are drawn again first.
NodeCall with_values(const Draft& draft, ValueClass values, bool anew, Draw& draw);

}  // namespace etalon
