// Sigmoid with one bound of its error in place of one for each step.
#include "engine/formula.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

const Quick op("Sigmoid", [](const Call& call) -> std::optional<Values> {
  return Values{each(call.tensor("X"), [](const auto& x) { return activation::sigmoid(x); })};
});

}  // namespace
}  // namespace etalon
