// The order of a graph's nodes: each after those whose outputs it reads.
#pragma once

#include <string>
#include <vector>

#include "engine/operators/model.h"

namespace onnx {
class ModelProto;
}

namespace etalon {

// Sorts the nodes of each graph and function whose nodes are not in topological order; nodes that
// need not move keep their order. Returns a sentence for each sorted graph or function that names
// the first node out of order. Graphs with a cycle, and the graphs of training steps, stay as they
// are.
std::vector<std::string> sort_nodes(onnx::ModelProto& model);

// The labels of nodes that form a cycle, the first again at the end; empty if there is no cycle.
// The graph is bound.
std::vector<std::string> cycle_of(const Graph& graph);

}  // namespace etalon
