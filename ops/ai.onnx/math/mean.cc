// Mean: the elementwise sum of all inputs, divided by their number.
//   1, 6      inputs of equal shapes
//   8         multidirectional broadcasting
//   13        bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Tensor mean(const std::vector<Tensor>& data_0) {
  const auto count = static_cast<double>(data_0.size());
  return Tensor::of(data_0[0].dtype(), sum_of(data_0) / count);
}

Values mean_1(const Call& call) {
  const std::vector<Tensor> data_0 = call.variadic("data_0");
  require_equal_shapes(data_0);
  return {mean(data_0)};
}

Values mean_8(const Call& call) { return {mean(call.variadic("data_0"))}; }

const Operator op("Mean", {{mean_1, {1, 6}}, {mean_8, {8, 13}}});

}  // namespace
}  // namespace etalon
