// Gelu: Y = X / 2 · (1 + erf(X / √2)), elementwise; approximate="tanh":
//       Y = X / 2 · (1 + tanh(√(2/π) · (X + 0.044715 · X³)))
//   20
#include "engine/formula.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

// 1 + erf(z) = erfc(-z), which keeps its digits where erf(z) is near -1.
template <class R>
R by_erf(const R& x) {
  return x / 2 * real::erfc(-x / real::sqrt(R(2)));
}

// (1 + tanh(z)) / 2 = sigmoid(2z), for the same reason.
template <class R>
R by_tanh(const R& x) {
  const R z = real::sqrt(2 / real::pi<R>()) * (x + R(44715) / 1'000'000 * x * x * x);
  return x * activation::sigmoid(2 * z);
}

Values gelu(const Call& call) {
  const bool approximate = call.choice<bool>("approximate", {{"none", false}, {"tanh", true}});
  return {
      each(call.tensor("X"), [&](const auto& x) { return approximate ? by_tanh(x) : by_erf(x); })};
}

const Operator op("Gelu", gelu, {20});

}  // namespace
}  // namespace etalon
