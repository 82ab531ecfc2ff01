// Sigmoid: Y = 1 / (1 + exp(-X)), elementwise.
//   1, 6, 13  13: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values sigmoid_1(const Call& call) {
  return {each(call.tensor("X"), [](auto x) { return sigmoid(x); })};
}

const Operator op("Sigmoid", sigmoid_1, {1, 6, 13});

}  // namespace
}  // namespace etalon
