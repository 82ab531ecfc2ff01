// QuantizeLinear: Y = sat8(⌊X · scale + ½⌋); NaN becomes 0.
//   1   data_bits is 8; platform_quant may make scale an exponent of 2
#include "engine/thinker.h"

namespace etalon::thinker::quantize_linear_operator {
namespace {

Values quantize_linear(const Call& call) {
  if (call.integer("data_bits") != 8) {
    throw InvalidInput("data_bits is {}; only 8 has a meaning", call.integer("data_bits"));
  }
  return {rescaled(call.tensor("X").as<double>(), scale_input(call, "scale"), 1)};
}

const Operator op("QuantizeLinear", {{1, quantize_linear}}, "thinker");

}  // namespace
}  // namespace etalon::thinker::quantize_linear_operator
