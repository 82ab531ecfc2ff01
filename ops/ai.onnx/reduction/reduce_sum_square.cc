// ReduceSumSquare: reduced = Σ data² over axes; 0 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives data²
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_sum_square(const Call& call) {
  const Tensor reduced = by_sets<numbers>(
      call.tensor("data"), reduced_axes(call),
      []<class R>(const Array<R>& data) { return sum_over(Array<R>(data * data)); });
  return {with_keepdims(call, reduced)};
}

const Operator op("ReduceSumSquare", reduce_sum_square, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
