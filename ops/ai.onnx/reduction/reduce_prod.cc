// ReduceProd: reduced = Π data over axes; 1 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_prod(const Call& call) {
  return reduce(call,
                []<class T>(const Array<T>& x, const Axes& axes) { return product_over(x, axes); });
}

const Operator op("ReduceProd", reduce_prod, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
