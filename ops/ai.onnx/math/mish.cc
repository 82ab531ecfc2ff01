// Mish: Y = X · tanh(ln(1 + exp(X))), elementwise.
//   18, 22    22: bfloat16
#include "engine/formula.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

Values mish(const Call& call) {
  return {each(call.tensor("X"),
               [](const auto& x) { return x * real::tanh(activation::softplus(x)); })};
}

const Operator op("Mish", mish, {18, 22});

}  // namespace
}  // namespace etalon
