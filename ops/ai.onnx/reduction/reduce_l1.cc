// ReduceL1: reduced = Σ |data| over axes; 0 for an empty set; integers wrap.
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives |data|
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

template <class R>
R magnitude(const R& x) {
  if constexpr (std::is_integral_v<R>) {
    return x < R{0} ? R{0} - x : x;
  } else {
    return real::abs(x);
  }
}

Values reduce_l1(const Call& call) {
  const Tensor reduced = by_sets<numbers>(
      call.tensor("data"), reduced_axes(call),
      []<class R>(const Array<R>& data) { return sum_over(by_element(data, magnitude<R>)); });
  return {with_keepdims(call, reduced)};
}

const Operator op("ReduceL1", reduce_l1, {1, 11, 13, 18});

}  // namespace
}  // namespace etalon
