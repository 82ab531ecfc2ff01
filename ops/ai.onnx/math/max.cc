// Max: the elementwise maximum of all inputs; NaN where any of them is NaN.
//   1, 6      inputs of equal shapes
//   8         multidirectional broadcasting
//   12, 13    12: integers; 13: bfloat16
#include "ops/ai.onnx/math/variadic.h"

namespace etalon {
namespace {

Tensor max(const std::vector<Tensor>& data_0) {
  return folded(data_0, [](const auto& a, const auto& b) { return maximum(a, b); });
}

Values max_1(const Call& call) { return {max(of_equal_shapes(call.variadic("data_0")))}; }

Values max_8(const Call& call) { return {max(call.variadic("data_0"))}; }

const Operator op("Max", {{max_1, {1, 6}}, {max_8, {8, 12, 13}}});

}  // namespace
}  // namespace etalon
