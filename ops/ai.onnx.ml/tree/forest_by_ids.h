// The trees of TreeEnsembleClassifier and TreeEnsembleRegressor.
#pragma once

#include "ops/ai.onnx.ml/tree/tree_attributes.h"

namespace etalon {

// Throws InvalidModel unless the ids of each tree's nodes are 0, 1, 2, …, beginning with 0; the
// others may be listed in any order.
void check_node_ids(const Call& call);

// The forest of the attributes, where nodes go by the ids of their tree and their own; the first
// node of each tree is its root. `votes` is the prefix of the leaves' attributes, "class" or
// "target".
Forest forest_by_ids(const Call& call, const std::string& votes, size_t targets);

}  // namespace etalon
