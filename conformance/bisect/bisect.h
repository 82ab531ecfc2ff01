// Finding the node that another runtime computes wrongly.
//
// The runtime runs the model with additional outputs: every value that a failing output is computed
// from. Other values are ignored. Nodes whose outputs do not match Etalon's are ranked by the error
// that they introduce. The result is the first of them that is also wrong when run alone, as a
// model of one node with Etalon's inputs. A node whose error, when run alone, is within what
// rounding allows is not wrong. If the runtime does not run the whole model, it runs each node
// alone. Where all outputs are right, nodes that are wrong on the runtime's own values are run
// alone. If the error vanishes when all values are additional outputs, it depends on how the
// runtime joins nodes; then the values are requested one node at a time. If no node is wrong when
// run alone, groups of nodes that runtimes fuse (fused_groups.h) are run alone, as models of their
// nodes, on the runtime's own values: the groups that are wrong in a run that leaves their inner
// values out, or all groups, if the error vanishes in that run, too.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/bisect/derived_models.h"
#include "conformance/check/check.h"
#include "conformance/check/node_check.h"
#include "conformance/judge/runtime.h"
#include "engine/loader/serialization.h"

namespace etalon {

// The error of a node's outputs less that of its inputs, each the largest Deviation::size.
struct Introduced {
  std::string node;  // "Conv-11 'conv1'"
  double error = 0;
  std::string what;  // see Deviation, of the output that is furthest off
};

// A node, or a group of nodes that runtimes fuse.
struct NodeFault {
  std::string node;               // "Conv-11 'conv1'"; the last one of a group
  size_t position = 0;            // in its graph or function
  std::vector<Enclosing> inside;  // whose body it is in, the outermost first
  // What was found out about the bodies of a node that has some and is the fault itself: "no node
  // of the body is wrong by itself, in any of 4 iterations".
  std::string bodies;
  std::vector<std::string> group;      // all nodes of a group; empty for a node
  bool own_inputs = false;             // a group that was run alone on the runtime's own values
  std::vector<OutputReport> in_model;  // its outputs in the model, or in the innermost body as one;
                                       // empty when only run alone
  bool confirmed = false;              // wrong when run alone, beyond what rounding allows
  std::vector<OutputReport> alone;     // its outputs when run alone, unless the runtime gave none
  Values got;                          // those outputs themselves, in the order of model.outputs
  std::string refusal;  // why the runtime gave none: "crash: killed by signal 11 …"
  // The release of ONNX whose meaning of the operator these outputs have, where it has another one
  // (as_released.h): "1.18.0".
  std::string as_of;
  OneNodeModel model;
};

// The node as a case of its own.
CaseFiles node_case(const NodeFault& fault, const Tolerance& tolerance);

struct Bisection {
  enum class Outcome {
    right,       // the model's outputs pass, and no node is wrong on the runtime's own values, also
                 // in the first evaluation of each body; or the rule is of tolerances alone
    found,       // a node or a group of nodes is wrong when run alone
    in_context,  // a node with right inputs has a wrong output, but is right when run alone
    rounding,    // as in_context, but off when run alone, by no more than rounding allows
    hidden,      // a node is wrong only if few other values are additional outputs
    unconfirmed,  // the outputs pass; nodes are wrong on the runtime's own values, but were not
                  // when the model ran again to run them alone
    not_found,    // every node is right
    unsupported,  // the runtime reports that it does not support the model or a node
    stopped,      // a limit or a signal ended the search
  };
  Outcome outcome = Outcome::right;
  size_t nodes = 0;
  std::vector<OutputReport> outputs;  // of the unchanged model; empty when the runtime gave none
  std::string refusal;                // why the runtime gave none
  std::optional<NodeFault> fault;     // the node, for all but right and not_found
  // Nodes with wrong outputs in the model by the error that they introduce, greatest first; at most
  // ten. Empty when not all values were seen.
  std::vector<Introduced> introduced;
  // Each node judged on the runtime's own values: all nodes when the outputs are right, else those
  // that a wrong output is computed from. Nothing when the runtime does not give these values.
  std::optional<NodeReports> node_check;
  // The same of a body with a wrong node, where all nodes that are judged above are right.
  std::optional<NodeReports> body_check;
  // hidden: the nodes whose outputs, as additional outputs, make the fault's value right: the
  // runtime fuses them with it.
  std::vector<std::string> fused_with;
  std::string stopped;  // "node 3 of 96, Conv-11 'conv1', alone: stopped by SIGINT"
};
std::string_view to_string(Bisection::Outcome outcome);

struct BisectRequest {
  std::filesystem::path model;
  SymbolicLinks links = SymbolicLinks::refused;
  Bindings inputs;
  Tolerance tolerance;
  JudgingRule rule = verdict_rule;  // of the tolerance
  Options evaluation;
  Choices choices;                // options of open points that are binding
  std::optional<double> timeout;  // seconds for each evaluation by Etalon
  // Called with what is done next ("node 3 of 96, Conv-11 'conv1', alone"), if set.
  std::function<void(const std::string& work)> on_progress;
};

// The options of an evaluation that begins now.
Options evaluation_from_now(const BisectRequest& request);

// Throws what reading and evaluating the model throw; Unspecified for a model that draws random
// numbers which no seed determines. A limit that is reached after the runtime has answered, or that
// on_progress throws, only ends the search.
Bisection bisect(const BisectRequest& request, const BoundModel& model, Runtime& backend);
// Bisects a serialized model without external data, in place of request.model.
Bisection bisect(BisectRequest request, const std::string& model, Runtime& backend);

}  // namespace etalon
