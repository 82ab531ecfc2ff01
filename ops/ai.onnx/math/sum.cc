// Sum: the elementwise sum of all inputs.
//   1, 6      inputs of equal shapes
//   8         multidirectional broadcasting
//   13        bfloat16
#include "ops/ai.onnx/math/variadic.h"

namespace etalon {
namespace {

Tensor sum(const std::vector<Tensor>& data_0) {
  return each<numbers>(data_0,
                       [](const auto& x) { return std::accumulate(x.begin() + 1, x.end(), x[0]); });
}

Values sum_1(const Call& call) { return {sum(of_equal_shapes(call.variadic("data_0")))}; }

Values sum_8(const Call& call) { return {sum(call.variadic("data_0"))}; }

const Operator op("Sum", {{sum_1, {1, 6}}, {sum_8, {8, 13}}});

}  // namespace
}  // namespace etalon
