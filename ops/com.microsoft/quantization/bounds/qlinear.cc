// Integers have no bounds: what a runtime's steps may decide otherwise is open.
#include "engine/operators/rooms.h"
#include "engine/values/rounding.h"

namespace etalon {
namespace {

std::optional<Values> integers_exactly(const Call& call) {
  const RoundingScope exact(nullptr);
  return evaluate_unmarked(call);
}

const Bounds op[] = {{"QLinearAdd", integers_exactly}, {"QLinearMul", integers_exactly}};

}  // namespace
}  // namespace etalon
