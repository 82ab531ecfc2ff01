// ReduceSum: reduced = Σ data over axes; 0 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        axes as input; noop_with_empty_axes; bfloat16
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_sum(const Call& call) {
  const Tensor reduced =
      by_sets<numbers>(call.tensor("data"), reduced_axes(call),
                       []<class R>(const Array<R>& data) { return sum_over(data); });
  return {with_keepdims(call, reduced)};
}

const Operator op("ReduceSum", reduce_sum, {1, 11, 13});

}  // namespace
}  // namespace etalon
