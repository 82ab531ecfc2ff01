// Dropout in training: what another runtime drops is random, and nothing bounds its results.
#include "ops/ai.onnx/nn/dropout.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

std::optional<Values> none(const Call& call) {
  if (trains(call)) ++evaluation().lost_errors;
  return std::nullopt;
}

const Bounds op("Dropout", none);

}  // namespace
}  // namespace etalon
