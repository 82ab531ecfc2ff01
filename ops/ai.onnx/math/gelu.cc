// Gelu: Y = X / 2 · (1 + erf(X / √2)), elementwise; approximate="tanh":
//       Y = X / 2 · (1 + tanh(√(2/π) · (X + 0.044715 · X³)))
//   20
#include "ops/ai.onnx/math/gelu.h"
#include "engine/formula.h"

namespace etalon {
namespace {

template <class R>
R by_tanh(const R& x) {
  const R z = real::sqrt(2 / real::pi<R>()) * (x + R(44715) / 1'000'000 * x * x * x);
  return gelu_by_tanh(x, z);
}

Values gelu(const Call& call) {
  const bool approximate = call.choice<bool>("approximate", {{"none", false}, {"tanh", true}});
  return {each(call.tensor("X"),
               [&](const auto& x) { return approximate ? by_tanh(x) : gelu_by_erf(x); })};
}

const Operator op("Gelu", gelu, {20});

}  // namespace
}  // namespace etalon
