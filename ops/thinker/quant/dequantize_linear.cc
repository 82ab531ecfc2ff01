// DequantizeLinear: Y = X / scale, in float32.
//   1   (The document gives Y the type of X; the engine's is float.)
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values dequantize_linear(const Call& call) {
  return {dequantized(call.tensor("X").as<double>(), scale_input(call, "scale"))};
}

const Operator op("DequantizeLinear", dequantize_linear, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
