// ThresholdedRelu: Y = X for X > alpha, 0 otherwise, elementwise.
//   1         experimental; from 10 on it stands among ONNX's own operators
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values thresholded_relu_1(const Call& call) {
  const double alpha = call.real("alpha");
  return {each(call.tensor("X"), [&](auto x) { return x > alpha ? x : 0; })};
}

const Operator op("ThresholdedRelu", thresholded_relu_1, {1});

}  // namespace
}  // namespace etalon
