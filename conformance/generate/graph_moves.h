// Single nodes for a random graph, which read the values that are there.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "conformance/generate/graph_draft.h"
#include "engine/numerics/numerics.h"

namespace etalon {

// The operators of ai.onnx in this opset that a graph whose values are mostly of type `base` can
// have.
std::vector<std::string> graph_operators(DType base, int opset);
// Adds a node of one of these operators that reads values of the graph, and what it needs, such as
// constants. Throws what GraphDraft::add throws.
void add_operator(GraphDraft& g, const std::string& op);

// Operators that have a generation rule which makes nodes for graphs.
const std::set<std::string>& ruled_operators(int opset);
// Adds a node by the operator's rule: of the calls that it drafts for the shapes that the graph
// has, one that reads most of the graph. Other values become inputs and constants.
void add_ruled_node(GraphDraft& g, const std::string& op);

// Values of x's shape and type, by one node or a few. They are what the bodies of inner graphs and
// the ends of patterns consist of.
std::string unary(GraphDraft& g, const std::string& x);
std::string binary(GraphDraft& g, const std::string& x);
std::string same_shape(GraphDraft& g, const std::string& x);

// Common nodes, in the form of the graph's opset.
std::string transpose(GraphDraft& g, const std::string& x, const Integers& perm);
std::string reshape(GraphDraft& g, const std::string& x, const Integers& shape);
std::string reduce(GraphDraft& g, const std::string& op, const std::string& x, const Integers& axes,
                   bool keepdims = true);
std::string cast(GraphDraft& g, const std::string& x, DType type);
// A Shape node's number of the first axis, as a tensor of one element: constant, where the shape is
// known.
std::string first_length(GraphDraft& g, const std::string& x);
inline int64_t as_integer(size_t length) { return static_cast<int64_t>(length); }
// QuantizeLinear and DequantizeLinear, with one scale.
std::string quantized(GraphDraft& g, const std::string& x);

}  // namespace etalon
