// ReduceLogSumExp: reduced = log Σ exp(data) over axes; -inf for an empty set; of integers:
// truncated.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives log exp data
//   28        no integers
#include "engine/numerics/exponentials.h"
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_log_sum_exp(const Call& call) {
  return reduce_reals(
      call, []<class R>(const Array<R>& x, const Axes& axes) { return log_sum_exp(x, axes); },
      [](const Reals& x) { return Reals(xt::exp(x)); });
}

const Operator op("ReduceLogSumExp", reduce_log_sum_exp, {1, 11, 13, 18, 28});

}  // namespace
}  // namespace etalon
