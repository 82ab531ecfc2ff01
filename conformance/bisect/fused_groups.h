// Groups of a graph's nodes that runtimes fuse into one kernel.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/operators/model.h"

namespace etalon {

// Nodes whose values are read inside the group alone, but for its outputs. It has one output, or
// each of its outputs is made by a QuantizeLinear. A DequantizeLinear of a group may be read
// outside as well: a runtime that fuses it has it twice.
struct FusedGroup {
  std::vector<size_t> nodes;         // positions in the graph, ascending
  std::vector<std::string> outputs;  // in the order of the nodes
};

// The groups that begin at one node, each with more nodes than the one before; at least one.
using GrowingGroup = std::vector<FusedGroup>;

// All groups, in the order of the nodes at which they begin:
//   DequantizeLinear (of each input) – any operator – elementwise operators – QuantizeLinear
//   Conv, ConvTranspose, MatMul, Gemm, ConvInteger, MatMulInteger – elementwise operators
//   two or more elementwise operators, as in a GELU or a normalization that is written out
// BatchNormalization, Cast, Softmax and ReduceMean count as elementwise here.
std::vector<GrowingGroup> fused_groups(const Graph& graph);

// The values that a runtime need not have if it fuses groups that share no node but
// DequantizeLinears: the inner ones of such a choice of groups. Those that begin with a sum of
// products or a DequantizeLinear come first, and among them the last of the graph.
std::set<std::string> fused_values(const Graph& graph, const std::vector<GrowingGroup>& groups);

}  // namespace etalon
