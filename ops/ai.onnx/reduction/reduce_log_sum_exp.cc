// ReduceLogSumExp: reduced = log Σ exp(data) over axes; -inf for an empty set; of integers:
// truncated.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives log exp data
//   28        no integers
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_log_sum_exp(const Call& call) {
  const Tensor reduced = by_sets<truncated_reals>(
      call.tensor("data"), reduced_axes(call), []<class R>(const Array<R>& data) {
        // Less the maximum, if that is finite, exp cannot overflow.
        const Array<R> offset = by_element(max_over(data), [](const R& greatest) {
          return is_finite(greatest) ? greatest : R(0);
        });
        return Array<R>(offset + real::log(sum_over(real::exp(data - offset))));
      });
  return {with_keepdims(call, reduced)};
}

const Operator op("ReduceLogSumExp", reduce_log_sum_exp, {1, 11, 13, 18, 28});

}  // namespace
}  // namespace etalon
