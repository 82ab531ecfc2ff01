// ReduceL2: reduced = √ Σ data² over axes; 0 for an empty set; of integers: truncated.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives |data|
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_l2(const Call& call) {
  const Tensor reduced = by_sets<truncated_reals>(
      call.tensor("data"), reduced_axes(call),
      []<class R>(const Array<R>& data) { return real::sqrt(sum_over(real::square(data))); });
  return {with_keepdims(call, reduced)};
}

const Operator op("ReduceL2", reduce_l2, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
