// ParametricSoftplus: Y = alpha · ln(exp(beta · X) + 1), elementwise.
//   1         experimental
#include "ops/ai.onnx/math/activations.h"
#include "ops/ai.onnx/math/elementwise.h"
#include "ops/experimental/math/coefficients.h"

namespace etalon {
namespace {

Values parametric_softplus(const Call& call) {
  const auto [alpha, beta] = coefficients(call);
  return {each(call.tensor("X"),
               [a = alpha, b = beta]<class R>(R x) { return a * activation::softplus(R(b * x)); })};
}

const Operator op("ParametricSoftplus", parametric_softplus, {1});

}  // namespace
}  // namespace etalon
