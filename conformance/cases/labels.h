// Which operators, in which versions, a model's file uses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace etalon {

struct OperatorUse {
  std::string label;  // "Abs-13", "ai.onnx.ml.Scaler-1"
  bool implemented = false;
};

// Each operator once, by label, of the graph, its subgraphs and the model's functions; calls of
// those functions are not operators. Of an operator that no schema knows, the label carries the
// imported version. Works on models that do not load.
std::vector<OperatorUse> operators_used(const onnx::ModelProto& model);
// The same from a model's bytes; nothing when they are no model.
std::vector<OperatorUse> operators_used(std::string_view model_bytes);

}  // namespace etalon
