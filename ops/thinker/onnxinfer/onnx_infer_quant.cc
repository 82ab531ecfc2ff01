// OnnxInferQuant, Quant: Y = sat8(⌊X · scale_x + ½⌋); NaN becomes 0.
//   1   data_bits is 8; platform_quant may make scale_x an exponent of 2
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values onnx_infer_quant(const Call& call) {
  check_data_bits(call);
  return {rescaled(call.tensor("X").as<double>(), scale_attribute(call, "scale_x"), 1)};
}

const Operator op[] = {{"OnnxInferQuant", onnx_infer_quant, {1}, "thinker"},
                       {"Quant", onnx_infer_quant, {1}, "thinker"}};

}  // namespace
}  // namespace etalon::thinker
