// Min: the elementwise minimum of all inputs; NaN where any of them is NaN.
//   1, 6      inputs of equal shapes
//   8         multidirectional broadcasting
//   12, 13    12: integers; 13: bfloat16
#include "ops/ai.onnx/math/variadic.h"

namespace etalon {
namespace {

Tensor min(const std::vector<Tensor>& data_0) {
  return folded(data_0, [](const auto& a, const auto& b) { return minimum(a, b); });
}

Values min_1(const Call& call) { return {min(of_equal_shapes(call.variadic("data_0")))}; }

Values min_8(const Call& call) { return {min(call.variadic("data_0"))}; }

const Operator op("Min", {{min_1, {1, 6}}, {min_8, {8, 12, 13}}});

}  // namespace
}  // namespace etalon
