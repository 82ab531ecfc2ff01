// The trees of TreeEnsemble.
#pragma once

#include "ops/ai.onnx.ml/tree/tree_attributes.h"

namespace etalon {

// The forest of the attributes, where nodes and leaves go by their positions. Throws InvalidModel
// for what does not fit.
Forest forest_by_positions(const Call& call, size_t targets);

}  // namespace etalon
