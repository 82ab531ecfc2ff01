// ReduceProd: reduced = Π data over axes; 1 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_prod(const Call& call) {
  const Tensor reduced =
      by_sets<numbers>(call.tensor("data"), reduced_axes(call),
                       []<class R>(const Array<R>& data) { return product_over(data); });
  return {with_keepdims(call, reduced)};
}

const Operator op("ReduceProd", reduce_prod, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
