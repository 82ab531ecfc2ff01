// ReduceMax: reduced = max data over axes, NaN if any is NaN; for an empty set -inf, or the
// type's least value where it has no infinity.
//   1, 11     axes as attribute; 11: negative axes
//   12, 13    12: int8, uint8; 13: bfloat16
//   18        axes as input; noop_with_empty_axes
//   20        bool, false < true
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Values reduce_max(const Call& call) {
  const DType type = call.tensor("data").dtype();
  return reduce(call, [&]<class T>(const Array<T>& x, const Axes& axes) {
    Array<T> reduced = max_over(x, axes);
    if constexpr (std::is_same_v<T, int64_t>) {
      // The carrier's least value, which an empty set gives, becomes that of data's type.
      for (T& value : reduced) value = maximum(value, lowest(type));
    }
    return reduced;
  });
}

const Operator op("ReduceMax", reduce_max, {1, 11, 12, 13, 18, 20});

}  // namespace
}  // namespace etalon
