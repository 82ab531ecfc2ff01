// Sum: the elementwise sum of all inputs.
//   1, 6      inputs of equal shapes
//   8         multidirectional broadcasting
//   13        bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/variadic.h"

namespace etalon {
namespace {

Tensor sum(const std::vector<Tensor>& data_0) {
  // Integers only where a dialect relaxes the types; they wrap.
  if (is_integer(data_0[0].dtype())) return folded(data_0, std::plus());
  const Tensor Y = of_sum(data_0, []<class R>(const R& sum) -> R { return sum; });
  return step_or_exact(either_zero(Y, "negative_zero"), "overflow",
                       [&] { return sum_of_magnitudes(data_0); });
}

Values sum_1(const Call& call) { return {sum(of_equal_shapes(call.variadic("data_0")))}; }

Values sum_8(const Call& call) { return {sum(call.variadic("data_0"))}; }

const Operator op("Sum", {{sum_1, {1, 6}}, {sum_8, {8, 13}}});

}  // namespace
}  // namespace etalon
