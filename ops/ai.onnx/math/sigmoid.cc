// Sigmoid: Y = 1 / (1 + exp(-X)), elementwise.
//   1, 6, 13  13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values sigmoid(const Call& call) {
  return {each(call.tensor("X"), [](const auto& x) { return 1 / (1 + real::exp(-x)); })};
}

const Operator op("Sigmoid", sigmoid, {1, 6, 13});

}  // namespace
}  // namespace etalon
