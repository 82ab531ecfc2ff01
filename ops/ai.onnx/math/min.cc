// Min: the elementwise minimum of all inputs; NaN where any of them is NaN.
//   1, 6      inputs of equal shapes
//   8         multidirectional broadcasting
//   12, 13    12: integers; 13: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/variadic.h"

namespace etalon {
namespace {

Tensor min(const std::vector<Tensor>& data_0) {
  const auto of = [](const std::vector<Tensor>& all) {
    return folded(all, [](auto a, auto b) { return minimum(a, b); });
  };
  const auto ignored = [&] {
    std::vector<Tensor> numbers;
    for (const Tensor& data : data_0) {
      numbers.push_back(without_nan(data, std::numeric_limits<double>::infinity()));
    }
    return of(numbers);
  };
  return either_zero(nan_or_number(of(data_0), "nan", ignored), "negative_zero");
}

Values min_1(const Call& call) { return {min(of_equal_shapes(call.variadic("data_0")))}; }

Values min_8(const Call& call) { return {min(call.variadic("data_0"))}; }

const Operator op("Min", {{min_1, {1, 6}}, {min_8, {8, 12, 13}}});

}  // namespace
}  // namespace etalon
