// Finding the node at which another runtime goes wrong.
//
// The runtime computes the model with further outputs: every value that an output which fails is
// computed from. A value that leads to none is no fault. Of the nodes whose outputs do not agree
// with Etalon's, the first in the graph's order that is wrong alone as well, as a model of one node
// with Etalon's inputs, is the one; a node that alone is no further off than rounding allows is not
// wrong. A runtime that does not run the whole model is given each node alone; one that is right
// when all values are asked for is asked for one at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/bisect/derived_models.h"
#include "conformance/check/check.h"
#include "conformance/judge/runtime.h"

namespace etalon {

struct NodeFault {
  std::string node;  // "Conv-11 'conv1'"
  size_t position = 0;
  std::vector<OutputReport> in_model;  // its outputs there; empty when it was run alone only
  bool confirmed = false;              // wrong alone, beyond what rounding allows
  std::vector<OutputReport> alone;     // its outputs then, unless the runtime gave none
  std::string refusal;                 // why the runtime gave none: "crash: killed by SIGSEGV"
  OneNodeModel model;
};

struct Bisection {
  enum class Outcome {
    right,        // the model's outputs pass; there is nothing to find
    found,        // a node that is wrong alone
    in_context,   // a node whose inputs agree and whose output does not, though it is right alone
    rounding,     // a node whose output is off by what rounding allows it, and no worse one
    hidden,       // a node that is off only while most other values are not asked for
    not_found,    // every node is right
    unsupported,  // by the runtime's own word
  };
  Outcome outcome = Outcome::right;
  size_t nodes = 0;
  std::vector<OutputReport> outputs;  // of the model as it is; empty when the runtime gave none
  std::string refusal;                // why it gave none
  std::optional<NodeFault> fault;     // the node, for all but right and not_found
};
std::string_view to_string(Bisection::Outcome outcome);

struct BisectRequest {
  std::filesystem::path model;
  Bindings inputs;
  Tolerance tolerance;
  Options evaluation;
};

// Throws what reading and evaluating the model throw; Unspecified for a model that draws random
// numbers which nothing fixes.
Bisection bisect(const BisectRequest& request, const BoundModel& model, Runtime& backend);

}  // namespace etalon
