// logistic(variable0, gain, bias, offset) = 1 / (1 + exp(-gain·(variable0 + bias) + offset)); the
// offset stands inside the exponent.
#include "engine/mdf/standard_function.h"

namespace etalon::mdf {
namespace {

Value logistic(const FunctionCall& call) {
  const Reals variable0 = call.reals("variable0");
  const Reals gain = call.reals("gain");
  const Reals bias = call.reals("bias");
  const Reals offset = call.reals("offset");
  return float64(1 / (1 + xt::exp(-gain * (variable0 + bias) + offset)));
}

const StandardFunction entry(FunctionKind::native, "logistic", "0.2",
                             {"variable0", "gain", "bias", "offset"},
                             "1 / (1 + exp(-gain·(variable0 + bias) + offset))", logistic);

}  // namespace
}  // namespace etalon::mdf
