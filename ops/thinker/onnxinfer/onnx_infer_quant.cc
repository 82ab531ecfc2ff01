// OnnxInferQuant, Quant: Y = sat8(⌊X · scale_x + ½⌋); NaN becomes 0.
//   1   data_bits is 8; platform_quant may make scale_x an exponent of 2
#include "ops/thinker/thinker.h"

namespace etalon::thinker::onnx_infer_quant_operator {
namespace {

Values onnx_infer_quant(const Call& call) {
  check_data_bits(call);
  return {rescaled(call.tensor("X").as<double>(), scale_attribute(call, "scale_x"), 1)};
}

const Operator op("OnnxInferQuant", {{1, onnx_infer_quant}}, "thinker");
const Operator spelt("Quant", {{1, onnx_infer_quant}}, "thinker");

}  // namespace
}  // namespace etalon::thinker::onnx_infer_quant_operator
