// Which operators, in which versions, a model uses.
#pragma once

#include <string>
#include <vector>

#include "engine/operators/model.h"

namespace etalon {

struct OperatorUse {
  std::string label;  // "Abs-13", "ai.onnx.ml.Scaler-1"
  bool implemented = false;
};

// Each operator of the graph, its subgraphs and the model's functions once, sorted by label. Calls
// of the model's functions are not counted as operators. The label of an operator without a schema
// contains the imported opset version. The model need not have been checked.
std::vector<OperatorUse> operators_used(const BoundModel& model);

}  // namespace etalon
