// The bodies of a node as models: the graphs of an If, Loop, Scan or SequenceMap, and the function
// that a call names.
#pragma once

#include <functional>
#include <string>

#include "conformance/bisect/derived_models.h"

namespace etalon {

// One evaluation of a body. Its model has the body's nodes; what the body is given and what it
// reads from outside are initializers if they are initializers outside, else inputs; the outputs
// are those that its nodes make, each once.
struct BodyRun {
  std::string body;      // the attribute: "then_branch"; empty for a function
  size_t iteration = 0;  // how many evaluations of this body came before: of Scan-8, of all entries
  OneNodeModel model;    // the outputs are Etalon's
};

// Is called with each evaluation in turn, and gives the values that the node goes on with, by name;
// a value that is not among them is Etalon's.
using OnBody = std::function<Bindings(const BodyRun& run)>;

// Evaluates a model of one node, and calls on_body with each evaluation of one of its bodies: what
// the node itself computes, such as the next iteration's values, is Etalon's. Throws what the
// evaluation throws.
void each_body_run(const std::string& model, const Bindings& inputs, const Options& options,
                   const OnBody& on_body);

}  // namespace etalon
