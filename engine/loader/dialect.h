// What ONNX Runtime saves and ONNX's text does not have.
//
//   ai.onnx LayerNormalization before opset 17, SimplifiedLayerNormalization: operators of its own,
//       whose schemas name the dialect (schemas/ai.onnx.onnxruntime.json). The second, whose name
//       ONNX never had, is read in any model.
//   com.ms.internal.nhwc: ONNX's operators with the channels as the last axis of the data.
//   com.microsoft.nchwc: some of ONNX's operators over blocks of channels. Weights are stored in
//       blocks; values between these operators are only read by these operators, so that Etalon has
//       them as ONNX has them, [N, C, H, W], with the channels that fill up the last block.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/operators/model.h"

namespace onnx {
class ModelProto;
}

namespace etalon {

struct Dialect {
  enum class Of {
    any,          // both are read
    by_producer,  // ONNX Runtime's where its name is in producer_name, or its domains are imported
    onnx,         // ONNX's text alone
    onnxruntime
  };
  Of of = Of::any;
  // The channels of a block of com.microsoft.nchwc: 8 or 16, as the machine that saved the model
  // has it; 0: what the shapes of the weights tell.
  int64_t block = 0;
};

// "auto", "onnx", "onnxruntime", "onnxruntime:8". Throws InvalidInput for anything else.
Dialect dialect_named(std::string_view text);

// Whether a model is read as ONNX Runtime saves them.
bool admits(const Dialect& dialect, const onnx::ModelProto& model);

// Gives each node of the two layouts a function of the model, by ONNX's operators. Throws
// InvalidModel, naming the node, where its shapes do not fit the layout, or where they do not tell
// the size of a block; Unsupported for an operator that no layout has.
void translate(onnx::ModelProto& model, const Dialect& dialect);

// Throws InvalidModel, naming the node, for what only the dialect has: a layout, or a version of an
// operator that ONNX has from a later version on.
void refuse_dialect(const BoundModel& model);

}  // namespace etalon
