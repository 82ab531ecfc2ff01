// Activations as their texts have them, where the formula is arranged so that digits are kept; and
// numbers of the text as the runtime's type has them.
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/math/bounds/gelu.h"

namespace etalon {
namespace {

// The elements of X, with a bias along the last axis added.
Array<ArbBall> biased_elements(const Tensor& X, const Tensor* bias) {
  const Array<ArbBall> x = elements_of<ArbBall>(X);
  if (!bias) return x;
  return x + elements_of<ArbBall>(broadcast_to(*bias, X.shape()));
}

std::optional<Values> bounded_gelu(const Call& call) {
  return bounded(call.tensor("X"), bounds::gelu_by_erf);
}

std::optional<Values> bounded_bias_gelu(const Call& call) {
  const Tensor& A = call.tensor("A");
  return bounded(A.dtype(), biased_elements(A, call.maybe("B")), bounds::gelu_by_erf);
}

std::optional<Values> bounded_fast_gelu(const Call& call) {
  const Tensor& X = call.tensor("X");
  return bounded(X.dtype(), biased_elements(X, call.maybe("bias")), [](const ArbBall& x) {
    const ArbBall z = constant(0.797885) * x + constant(0.035677) * real::pow(x, 3);
    const ArbBall factored = x * (constant(0.035677) * x * x + constant(0.797885));
    return hull(bounds::gelu_by_tanh(x, z), bounds::gelu_by_tanh(x, factored));
  });
}

std::optional<Values> bounded_quick_gelu(const Call& call) {
  const ArbBall alpha = constant(call.real("alpha"));
  return bounded(call.tensor("X"),
                 [&](const ArbBall& x) { return x * activation::sigmoid(ArbBall(alpha * x)); });
}

const Bounds op[] = {{"Gelu", bounded_gelu},
                     {"BiasGelu", bounded_bias_gelu},
                     {"FastGelu", bounded_fast_gelu},
                     {"QuickGelu", bounded_quick_gelu}};

}  // namespace
}  // namespace etalon
