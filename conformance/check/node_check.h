// Judging each node of a model on the runtime's own input values, so that only the errors that the
// node introduces count. For deep models, for which the bound of the whole model is wider than the
// values.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "conformance/check/check.h"

namespace etalon {

// A node with outputs that rounding does not explain, or of whose rounding nothing is known.
struct NodeReport {
  std::string node;  // "Conv-11 'conv1'"
  size_t position = 0;
  // The nodes that the runtime gives no values of and that these outputs are computed from, and the
  // node itself, which is the last: the judgement is that of all of them. Empty if there are none.
  std::vector<std::string> group;
  std::vector<OutputReport> outputs;  // those of its outputs
};

struct NodeReports {
  size_t nodes = 0;    // of the main graph, with outputs
  size_t seen = 0;     // of which the runtime's value is known: these are judged
  size_t through = 0;  // of the others, those that values which are judged are computed from
  std::array<size_t, 6> graded = {};      // the judged ones, by the verdict on their worst output
  std::vector<NodeReport> listed;         // wrong, unlikely, unknown ones, in order; at most ten
  std::optional<NodeReport> first_wrong;  // the first unlikely or wrong one in the graph's order

  size_t count(Grade grade) const { return graded[static_cast<size_t>(grade)]; }
  size_t wrong() const { return count(Grade::unlikely) + count(Grade::wrong); }
};

// Evaluates each node on the runtime's values of its inputs and compares its outputs with the
// runtime's. `got` has the runtime's values of the main graph by name; a value that is not among
// them is Etalon's, with the bound of its error. Throws what the evaluation throws.
NodeReports check_nodes(const BoundModel& model, const Bindings& inputs, const Bindings& got,
                        const Tolerance& tolerance, const Options& options = {});

// "on the runtime's own values, 398 of 412 are same, 14 rounding", and which are not.
std::string to_string(const NodeReports& reports);
// Of reports with a wrong node, where the outputs pass: "wrong: 2 of 412 nodes are further off than
// rounding allows, on the runtime's own values: first Conv-11 'conv1'; the outputs pass".
std::string headline(const NodeReports& reports);
// "the group Conv-11 'conv1', …, QuantizeLinear-13 'q', 5 nodes".
std::string group_text(const std::vector<std::string>& labels);
// True if an output is unlikely or wrong.
bool any_node_is_wrong(const std::vector<OutputReport>& outputs);
nlohmann::json to_json(const NodeReports& reports);

}  // namespace etalon
