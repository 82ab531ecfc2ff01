// OnnxInferDeQuant, Dequant: Y = X / scale_o, in float32. (The document gives Y the type of X; the
// engine's is float. Models also spell the attribute scale_x.)
//   1
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values onnx_infer_de_quant(const Call& call) {
  const std::string_view scale = spelling(call, "scale_o", "scale_x");
  if (scale.empty()) throw InvalidInput("attribute scale_o is missing");
  return {dequantized(call.tensor("X").as<double>(), scale_attribute(call, scale))};
}

const Operator op("OnnxInferDeQuant", onnx_infer_de_quant, {1}, "thinker");
const Operator spelt("Dequant", onnx_infer_de_quant, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
