// Mean: the elementwise sum of all inputs, divided by their number.
//   1, 6      inputs of equal shapes
//   8         multidirectional broadcasting
//   13        bfloat16
#include "ops/ai.onnx/math/variadic.h"

namespace etalon {
namespace {

Tensor mean(const std::vector<Tensor>& data_0) {
  const auto count = static_cast<double>(data_0.size());
  return each(data_0,
              [&](const auto& x) { return std::accumulate(x.begin() + 1, x.end(), x[0]) / count; });
}

Values mean_1(const Call& call) { return {mean(of_equal_shapes(call.variadic("data_0")))}; }

Values mean_8(const Call& call) { return {mean(call.variadic("data_0"))}; }

const Operator op("Mean", {{mean_1, {1, 6}}, {mean_8, {8, 13}}});

}  // namespace
}  // namespace etalon
