// ThresholdedRelu: Y = X for X > alpha, 0 otherwise, elementwise.
//   10, 22    22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::thresholded_relu_operator {
namespace {

Values thresholded_relu_10(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"), [&](auto x) { return x > alpha ? x : 0; })};
}

const Operator op("ThresholdedRelu", {{10, thresholded_relu_10}, {22, thresholded_relu_10}});

}  // namespace
}  // namespace etalon::thresholded_relu_operator
