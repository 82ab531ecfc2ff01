// Softplus where exp(X) does not overflow and a small one is not lost beside 1.
#include "engine/formula.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

const Quick op("Softplus", [](const Call& call) -> std::optional<Values> {
  const Tensor& X = call.tensor("X");
  if (varies(X)) return std::nullopt;  // over a field it is the formula that is known
  return Values{each(X, [](const auto& x) { return activation::stable_softplus(x); })};
});

}  // namespace
}  // namespace etalon
