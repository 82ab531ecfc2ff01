// Finding the first node that another runtime computes wrongly.
//
// The runtime runs the model with additional outputs: every value that a failing output is computed
// from. Other values are ignored. The result is the first node, in the graph's order, whose outputs
// do not match Etalon's and which is also wrong when run alone, as a model of one node with
// Etalon's inputs. A node whose error, when run alone, is within what rounding allows is not wrong.
// If the runtime does not run the whole model, it runs each node alone. If all values are right
// when all of them are additional outputs, the values are requested one node at a time.
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
  std::vector<OutputReport> in_model;  // its outputs in the model; empty when only run alone
  bool confirmed = false;              // wrong when run alone, beyond what rounding allows
  std::vector<OutputReport> alone;     // its outputs when run alone, unless the runtime gave none
  std::string refusal;  // why the runtime gave none: "crash: killed by signal 11 …"
  OneNodeModel model;
};

struct Bisection {
  enum class Outcome {
    right,        // the model's outputs pass; there is nothing to find
    found,        // a node is wrong when run alone
    in_context,   // a node with right inputs has a wrong output, but is right when run alone
    rounding,     // as in_context, but off when run alone, by no more than rounding allows
    hidden,       // a node is wrong only if most other values are not additional outputs
    not_found,    // every node is right
    unsupported,  // the runtime reports that it does not support the model or a node
  };
  Outcome outcome = Outcome::right;
  size_t nodes = 0;
  std::vector<OutputReport> outputs;  // of the unchanged model; empty when the runtime gave none
  std::string refusal;                // why the runtime gave none
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
// numbers which no seed determines.
Bisection bisect(const BisectRequest& request, const BoundModel& model, Runtime& backend);

}  // namespace etalon
