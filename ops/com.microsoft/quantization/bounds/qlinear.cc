// Integers have no bounds: what a runtime's steps may decide otherwise is open.
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon {
namespace {

std::optional<Values> integers_exactly(const Call& call) {
  const Setting exact(&Evaluation::rounding, nullptr);
  return evaluate_unmarked(call);
}

// Floats have.
std::optional<Values> unless_floats(const Call& call) {
  return call.maybe("y_zero_point") ? integers_exactly(call) : std::nullopt;
}

const Bounds op[] = {{"QLinearAdd", integers_exactly},
                     {"QLinearMul", integers_exactly},
                     {"QLinearSigmoid", integers_exactly},
                     {"QLinearLeakyRelu", integers_exactly},
                     {"QLinearConcat", integers_exactly},
                     {"QLinearWhere", integers_exactly},
                     {"QLinearSoftmax", integers_exactly},
                     {"QLinearReduceMean", integers_exactly},
                     {"QLinearGlobalAveragePool", integers_exactly},
                     {"QLinearAveragePool", integers_exactly},
                     {"QuantizeLinear", integers_exactly},
                     {"QLinearConv", integers_exactly},
                     {"QGemm", unless_floats}};

}  // namespace
}  // namespace etalon
