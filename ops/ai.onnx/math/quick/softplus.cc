// Softplus where exp(X) does not overflow and a small one is not lost beside 1.
#include "engine/formula.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

const Quick op("Softplus", [](const Call& call) -> std::optional<Values> {
  return Values{
      each(call.tensor("X"), [](const auto& x) { return activation::stable_softplus(x); })};
});

}  // namespace
}  // namespace etalon
