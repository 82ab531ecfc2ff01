// linear(variable0, slope, intercept) = variable0·slope + intercept
#include "engine/mdf/standard_function.h"

namespace etalon::mdf {
namespace {

Value linear(const FunctionCall& call) {
  const Reals variable0 = call.reals("variable0");
  const Reals slope = call.reals("slope");
  const Reals intercept = call.reals("intercept");
  return float64(variable0 * slope + intercept);
}

const StandardFunction entry(FunctionKind::native, "linear", "0.2",
                             {"variable0", "slope", "intercept"}, "variable0·slope + intercept",
                             linear);

}  // namespace
}  // namespace etalon::mdf
