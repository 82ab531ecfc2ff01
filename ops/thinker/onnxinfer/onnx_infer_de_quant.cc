// OnnxInferDeQuant, Dequant: Y = X / scale_o, in float32. (The document gives Y the type of X; the
// engine's is float. Models also spell the attribute scale_x.)
//   1
#include "ops/thinker/thinker.h"

namespace etalon::thinker::onnx_infer_de_quant_operator {
namespace {

Values onnx_infer_de_quant(const Call& call) {
  const std::string_view scale = spelling(call, "scale_o", "scale_x");
  if (scale.empty()) throw InvalidInput("attribute scale_o is missing");
  return {dequantized(call.tensor("X").as<double>(), scale_attribute(call, scale))};
}

const Operator op("OnnxInferDeQuant", {{1, onnx_infer_de_quant}}, "thinker");
const Operator spelt("Dequant", {{1, onnx_infer_de_quant}}, "thinker");

}  // namespace
}  // namespace etalon::thinker::onnx_infer_de_quant_operator
