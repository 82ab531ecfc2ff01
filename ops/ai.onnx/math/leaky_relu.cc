// LeakyRelu: Y = alpha · X for X < 0, X otherwise, elementwise.
//   1, 6, 16  16: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values leaky_relu(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"), [&](auto x) { return activation::leaky_relu(x, alpha); })};
}

const Operator op("LeakyRelu", leaky_relu, {1, 6, 16});

}  // namespace
}  // namespace etalon
