// Sigmoid: Y = 1 / (1 + exp(-X)), elementwise.
//   1, 6, 13  13: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values sigmoid(const Call& call) {
  return {each(call.tensor("X"), [](auto x) { return activation::sigmoid(x); })};
}

const Operator op("Sigmoid", sigmoid, {1, 6, 13});

}  // namespace
}  // namespace etalon
