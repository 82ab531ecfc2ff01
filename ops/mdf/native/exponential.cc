// exponential(variable0, scale, rate, bias, offset) = scale·exp(rate·variable0 + bias) + offset
#include "engine/mdf/standard_function.h"

namespace etalon::mdf {
namespace {

Value exponential(const FunctionCall& call) {
  const Reals variable0 = call.reals("variable0");
  const Reals scale = call.reals("scale");
  const Reals rate = call.reals("rate");
  const Reals bias = call.reals("bias");
  const Reals offset = call.reals("offset");
  return float64(scale * xt::exp(rate * variable0 + bias) + offset);
}

const StandardFunction entry(FunctionKind::native, "exponential", "0.2",
                             {"variable0", "scale", "rate", "bias", "offset"},
                             "scale·exp(rate·variable0 + bias) + offset", exponential);

}  // namespace
}  // namespace etalon::mdf
