// QuantizeLinear: Y = sat8(⌊X · scale + ½⌋); NaN becomes 0.
//   1   data_bits is 8; platform_quant may make scale an exponent of 2
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values quantize_linear(const Call& call) {
  check_data_bits(call);
  return {rescaled(call.tensor("X").as<double>(), scale_input(call, "scale"), 1)};
}

const Operator op("QuantizeLinear", quantize_linear, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
