// QuickGelu: Y = X · sigmoid(alpha · X), elementwise.
//   1
#include "engine/formula.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

Values quick_gelu(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"),
               [&]<class R>(const R& x) { return x * activation::sigmoid(R(alpha * x)); })};
}

const Operator op("QuickGelu", quick_gelu, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
