// Swish: Y = X · sigmoid(alpha · X), elementwise.
//   24
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values swish(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"), [&](auto x) { return x * activation::sigmoid(alpha * x); })};
}

const Operator op("Swish", swish, {24});

}  // namespace
}  // namespace etalon
