// Sum: the elementwise sum of all inputs.
//   1, 6      inputs of equal shapes
//   8         multidirectional broadcasting
//   13        bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

// Integers, which only models of thinker's dialect have here, wrap.
Tensor sum_of_integers(const std::vector<Tensor>& data_0) {
  Ints sum = data_0[0].as<int64_t>();
  for (size_t i = 1; i < data_0.size(); ++i) sum = Ints(sum + data_0[i].as<int64_t>());
  return Tensor::of(data_0[0].dtype(), sum);
}

Tensor sum(const std::vector<Tensor>& data_0) {
  if (is_integer(data_0[0].dtype())) return sum_of_integers(data_0);
  return Tensor::of(data_0[0].dtype(), sum_of(data_0));
}

Values sum_1(const Call& call) {
  const std::vector<Tensor> data_0 = call.variadic("data_0");
  require_equal_shapes(data_0);
  return {sum(data_0)};
}

Values sum_8(const Call& call) { return {sum(call.variadic("data_0"))}; }

const Operator op("Sum", {{sum_1, {1, 6}}, {sum_8, {8, 13}}});

}  // namespace
}  // namespace etalon
