// Single nodes for a random graph, which read the values that are there.
#pragma once

#include <string>

#include "conformance/generate/graph_draft.h"
#include "engine/numerics/numerics.h"

namespace etalon {

// Adds a node of a random operator, and what it needs, such as constants. Each throws what
// GraphDraft::add throws.
void add_usual_node(GraphDraft& g);
// The same of any operator that has a generation rule; the inputs that the rule draws are replaced
// by values of the graph where the types and shapes allow it.
void add_ruled_node(GraphDraft& g);

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
