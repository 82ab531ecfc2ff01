// Gelu: Y = X / 2 · (1 + erf(X / √2)), elementwise.
//   1
// The text has no formula: “the expected transformation of a stochastic regularizer which randomly
// applies the identity or zero map”, which it is where the regularizer is a Gaussian's.
#include "ops/ai.onnx/math/gelu.h"
#include "engine/formula.h"

namespace etalon {
namespace {

Values gelu(const Call& call) {
  return {each(call.tensor("X"), [](const auto& x) { return gelu_by_erf(x); })};
}

const Operator op("Gelu", gelu, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
