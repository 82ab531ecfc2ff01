// ReduceSum: reduced = Σ data over axes; 0 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        axes as input; noop_with_empty_axes; bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_sum(const Call& call) {
  return reduce_tensor(call, [](const Tensor& data, const Axes& axes) {
    const Tensor Y = rounded_sums(data, axes, []<class T>(const T& x) { return x; });
    const auto magnitude = [&] { return sum_over(Reals(xt::abs(data.as<double>())), axes); };
    const auto exact = [&] { return sum_over(data.as<double>(), axes); };
    return wrap_or_saturate(step_or_exact(either_zero(Y, "negative_zero"), "overflow", magnitude),
                            "integer_overflow", exact);
  });
}

const Operator op("ReduceSum", reduce_sum, {1, 11, 13});

}  // namespace
}  // namespace etalon
