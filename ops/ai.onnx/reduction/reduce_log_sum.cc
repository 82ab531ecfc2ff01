// ReduceLogSum: reduced = log Σ data over axes; -inf for an empty set; of integers: truncated.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives log data
//   28        no integers
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_log_sum(const Call& call) {
  const Tensor reduced = by_sets<truncated_reals>(
      call.tensor("data"), reduced_axes(call),
      []<class R>(const Array<R>& data) { return real::log(sum_over(data)); });
  return {with_keepdims(call, reduced)};
}

const Operator op("ReduceLogSum", reduce_log_sum, {1, 11, 13, 18, 28});

}  // namespace
}  // namespace etalon
