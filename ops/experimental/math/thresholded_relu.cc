// ThresholdedRelu: Y = X for X > alpha, 0 otherwise, elementwise.
//   1         experimental: what ONNX has from version 10 on
#include "engine/formula.h"

namespace etalon {
namespace {

Values thresholded_relu(const Call& call) { return delegate(call, "ThresholdedRelu", 10); }

const Operator op("ThresholdedRelu", thresholded_relu, {1});

}  // namespace
}  // namespace etalon
