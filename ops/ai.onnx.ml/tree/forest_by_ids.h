// The trees of TreeEnsembleClassifier and TreeEnsembleRegressor.
#pragma once

#include "ops/ai.onnx.ml/tree/tree_attributes.h"

namespace etalon {

// The forest of the attributes, where nodes go by the ids of their tree and their own; the first
// node of each tree is its root. `votes` is the prefix of the leaves' attributes, "class" or
// "target".
Forest forest_by_ids(const Call& call, const std::string& votes, size_t targets);

}  // namespace etalon
