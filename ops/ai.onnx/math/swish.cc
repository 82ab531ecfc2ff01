// Swish: Y = X · sigmoid(alpha · X), elementwise.
//   24
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::swish_operator {
namespace {

Values swish_24(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"), [&](auto x) { return x * sigmoid(alpha * x); })};
}

const Operator op("Swish", {{24, swish_24}});

}  // namespace
}  // namespace etalon::swish_operator
