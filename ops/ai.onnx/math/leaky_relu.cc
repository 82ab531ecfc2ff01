// LeakyRelu: Y = alpha · X for X < 0, X otherwise, elementwise.
//   1, 6, 16  16: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values leaky_relu(const Call& call) {
  const double alpha = call.real("alpha");
  const Tensor Y = arithmetic(
      call.tensor("X"), [&]<class T>(const T& x) -> T { return activation::leaky_relu(x, alpha); });
  return {anything(Y, "nan", [&] { return nans(Y); })};
}

const Operator op("LeakyRelu", leaky_relu, {1, 6, 16});

}  // namespace
}  // namespace etalon
