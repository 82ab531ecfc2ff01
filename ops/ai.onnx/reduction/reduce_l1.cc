// ReduceL1: reduced = Σ |data| over axes; 0 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives |data|
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon::reduce_l1_operator {
namespace {

Values reduce_l1(const Call& call) {
  return reduce(call, []<class T>(const Array<T>& x, const std::vector<size_t>& axes) {
    const Array<T> magnitude = xt::where(x < T{0}, T{0} - x, x);
    return sum_over(magnitude, axes);
  });
}

const Operator op("ReduceL1", {{1, reduce_l1}, {11, reduce_l1}, {13, reduce_l1}, {18, reduce_l1}});

}  // namespace
}  // namespace etalon::reduce_l1_operator
