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

// Each operator once, by label, of the graph, its subgraphs and the model's functions; calls of
// those functions are not operators. Of an operator that no schema knows, the label carries the
// imported version. The model need not have been checked.
std::vector<OperatorUse> operators_used(const BoundModel& model);

}  // namespace etalon
