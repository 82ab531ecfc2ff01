// ScaledTanh: output = alpha · tanh(beta · input), elementwise.
//   1         experimental
#include "ops/ai.onnx/math/activations.h"
#include "ops/ai.onnx/math/elementwise.h"
#include "ops/experimental/math/coefficients.h"

namespace etalon {
namespace {

Values scaled_tanh(const Call& call) {
  const auto [alpha, beta] = coefficients(call);
  return {each(call.tensor("input"),
               [a = alpha, b = beta](auto x) { return activation::scaled_tanh(x, a, b); })};
}

const Operator op("ScaledTanh", scaled_tanh, {1});

}  // namespace
}  // namespace etalon
