// Operators whose text says how each step is rounded: a runtime may not be off.
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon {
namespace {

std::optional<Values> exactly(const Call& call) {
  const Setting exact(&Evaluation::rounding, nullptr);
  return evaluate_unmarked(call);
}

// Of float8 the formula gives the bounds.
std::optional<Values> integers_exactly(const Call& call) {
  const Tensor& y_zero_point = call.tensor("y_zero_point");
  return is_float(y_zero_point.dtype()) ? std::nullopt : exactly(call);
}

const Bounds op[] = {{"QuantizeLinear", exactly},
                     {"DynamicQuantizeLinear", exactly},
                     {"QLinearConv", exactly},
                     {"QLinearMatMul", integers_exactly}};

}  // namespace
}  // namespace etalon
