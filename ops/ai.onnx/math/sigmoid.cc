// Sigmoid: Y = 1 / (1 + exp(-X)), elementwise.
//   1, 6, 13  13: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::sigmoid_operator {
namespace {

Values sigmoid_1(const Call& call) {
  return {each(call.tensor("X"), [](auto x) { return sigmoid(x); })};
}

const Operator op("Sigmoid", {{1, sigmoid_1}, {6, sigmoid_1}, {13, sigmoid_1}});

}  // namespace
}  // namespace etalon::sigmoid_operator
