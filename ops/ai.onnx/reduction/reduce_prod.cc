// ReduceProd: reduced = Π data over axes; 1 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon::reduce_prod_operator {
namespace {

Values reduce_prod(const Call& call) {
  return reduce(call, []<class T>(const Array<T>& x, const std::vector<size_t>& axes) {
    return product_over(x, axes);
  });
}

const Operator op("ReduceProd",
                  {{1, reduce_prod}, {11, reduce_prod}, {13, reduce_prod}, {18, reduce_prod}});

}  // namespace
}  // namespace etalon::reduce_prod_operator
