// Bounds of operators that select elements or round them to a coarser grid: they add no rounding
// errors, but pass on the errors of their inputs.
#pragma once

#include <optional>

#include "engine/interpreter/substitute.h"

namespace etalon {

// The errors of a node's output, of its shape (float64); nothing if the operator is none of these.
std::optional<Reals> selection_errors(const Node& node, const Values& inputs, const Tensor& output,
                                      const Ordinary& ordinary);

// True for operators that select elements, or round them to a coarser grid.
bool selects(const Node& node);

// True for operators whose outputs do not depend on the values of their inputs.
bool ignores_values(const Node& node);
// True for an operator that holds nodes and computes, too: FlexAttention.
bool computes_beside_nodes(const Node& node);

}  // namespace etalon
