// Mean: the elementwise sum of all inputs, divided by their number.
//   1, 6      inputs of equal shapes
//   8         multidirectional broadcasting
//   13        bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/variadic.h"

namespace etalon {
namespace {

Tensor mean(const std::vector<Tensor>& data_0) {
  const auto count = static_cast<double>(data_0.size());
  const Tensor Y = of_sum(data_0, [&]<class R>(const R& sum) -> R { return sum / count; });
  return step_or_exact(either_zero(Y, "negative_zero"), "overflow",
                       [&] { return sum_of_magnitudes(data_0); });
}

Values mean_1(const Call& call) { return {mean(of_equal_shapes(call.variadic("data_0")))}; }

Values mean_8(const Call& call) { return {mean(call.variadic("data_0"))}; }

const Operator op("Mean", {{mean_1, {1, 6}}, {mean_8, {8, 13}}});

}  // namespace
}  // namespace etalon
