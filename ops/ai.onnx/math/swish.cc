// Swish: Y = X · sigmoid(alpha · X), elementwise.
//   24
#include "engine/formula.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

Values swish(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"),
               [&]<class R>(const R& x) { return x * activation::sigmoid(R(alpha * x)); })};
}

const Operator op("Swish", swish, {24});

}  // namespace
}  // namespace etalon
