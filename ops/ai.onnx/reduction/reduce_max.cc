// ReduceMax: reduced = max data over axes, NaN if any is NaN; for an empty set -inf, or the
// type's least value where it has no infinity.
//   1, 11     axes as attribute; 11: negative axes
//   12, 13    12: int8, uint8; 13: bfloat16
//   18        axes as input; noop_with_empty_axes
//   20        bool, false < true
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

// What an empty set gives.
template <class R>
R least(DType type) {
  if constexpr (std::is_integral_v<R>) {
    return static_cast<R>(lowest(type));
  } else {
    return -std::numeric_limits<double>::infinity();
  }
}

Values reduce_max(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor reduced =
      by_sets<numbers>(data, reduced_axes(call), [&]<class R>(const Array<R>& x) -> Array<R> {
        const bool empty = x.shape()[1] == 0;
        return empty ? full(Shape{x.shape()[0], 1}, least<R>(data.dtype())) : max_over(x);
      });
  return {with_keepdims(call, reduced)};
}

const Operator op("ReduceMax", reduce_max, {1, 11, 12, 13, 18, 20});

}  // namespace
}  // namespace etalon
