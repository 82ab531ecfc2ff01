// LeakyRelu: Y = alpha · X for X < 0, X otherwise, elementwise.
//   1, 6, 16  16: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::leaky_relu_operator {
namespace {

Values leaky_relu_1(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"), [&]<class R>(R x) { return x < 0 ? alpha * x : x; })};
}

const Operator op("LeakyRelu", {{1, leaky_relu_1}, {6, leaky_relu_1}, {16, leaky_relu_1}});

}  // namespace
}  // namespace etalon::leaky_relu_operator
