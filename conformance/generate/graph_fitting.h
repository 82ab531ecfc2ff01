// Values of a wanted shape, made of those that a graph has, by the nodes that real models have
// there: the conditions on the shapes of an operator's inputs are solved for values that exist.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "conformance/generate/graph_draft.h"

namespace etalon {

// How many nodes give a value of shape `has` the shape `wanted`: none, or one of Transpose,
// Reshape, Expand, Slice and Pad, or a few. Nothing for values of too few elements.
std::optional<size_t> nodes_to_fit(const Shape& has, const Shape& wanted);

// Of the tensors that fit, the one that needs the fewest nodes to be of this shape, at most `most`,
// after these nodes; "" if there is none.
std::string fitted(GraphDraft& g, const std::function<bool(const Tensor&)>& fits,
                   const Shape& shape, size_t most = 3);
// One of the base type; where there is none, and sometimes else, a new input.
std::string some_fitted(GraphDraft& g, const Shape& shape, size_t most = 2);

}  // namespace etalon
