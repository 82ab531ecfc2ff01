// Names of the values of an MDF graph: "node.id", or "id" if only one value has it.
#pragma once

#include <string>
#include <vector>

#include "conformance/mdf/evaluate.h"

namespace etalon {

// An output port, or what a node holds inside: an input port, function or parameter.
struct MdfName {
  size_t node;
  std::string id;
  bool is_output;
};

// Throws UsageError, naming what there is, for a name that is unknown or could mean several values.
MdfName find_mdf_value(const mdf::Graph& graph, const std::string& name);

struct MdfPort {
  size_t node, port;
};
// As find_mdf_value, for an input port; a port that an edge feeds is refused.
MdfPort find_mdf_input(const mdf::Graph& graph, const std::string& name);

// Those of all output ports.
std::vector<MdfName> mdf_outputs(const mdf::Graph& graph);

// "node.id"
std::string mdf_label(const mdf::Graph& graph, const MdfName& name);

// The value, or nullptr when it has none yet.
const mdf::Value* mdf_value(const mdf::GraphRun& run, const MdfName& name);

}  // namespace etalon
