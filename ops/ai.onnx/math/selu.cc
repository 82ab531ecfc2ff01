// Selu: Y = gamma · alpha · (exp(X) - 1) for X <= 0, gamma · X otherwise, elementwise.
//   1, 6      6: alpha and gamma of seven digits by default
//   22        bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values selu(const Call& call) {
  const double alpha = call.real("alpha");
  const double gamma = call.real("gamma");
  return {each(call.tensor("X"),
               [&](auto x) { return gamma * (x <= 0 ? alpha * real::expm1(x) : x); })};
}

const Operator op("Selu", selu, {1, 6, 22});

}  // namespace
}  // namespace etalon
