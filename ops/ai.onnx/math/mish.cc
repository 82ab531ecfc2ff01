// Mish: Y = X · tanh(ln(1 + exp(X))), elementwise.
//   18, 22    22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values mish(const Call& call) {
  return {each(call.tensor("X"), [](auto x) { return x * real::tanh(activation::softplus(x)); })};
}

const Operator op("Mish", mish, {18, 22});

}  // namespace
}  // namespace etalon
