// OnnxInferDeQuant, Dequant: Y = X / scale_o, in float32.
//   1   scale_o is also called scale_x. (The document gives Y the type of X; the engine's is
//   float.)
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values onnx_infer_de_quant(const Call& call) {
  const std::string_view scale = required_spelling(call, "scale_o", "scale_x");
  return {dequantized(call.tensor("X").as<double>(), scale_attribute(call, scale))};
}

const Operator op[] = {{"OnnxInferDeQuant", onnx_infer_de_quant, {1}, "thinker"},
                       {"Dequant", onnx_infer_de_quant, {1}, "thinker"}};

}  // namespace
}  // namespace etalon::thinker
