// ReduceMin: reduced = min data over axes, NaN if any is NaN; for an empty set +inf, or the
// type's greatest value where it has no infinity.
//   1, 11     axes as attribute; 11: negative axes
//   12, 13    12: int8, uint8; 13: bfloat16
//   18        axes as input; noop_with_empty_axes
//   20        bool, false < true
#include "engine/operators/choice.h"
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Tensor least(const Tensor& data, const Axes& axes) {
  const DType type = data.dtype();
  return over_carrier(type, [&]<class T>() {
    Array<T> reduced = min_over(elements_of<T>(data), axes);
    if constexpr (std::is_same_v<T, int64_t>) {
      // The carrier's greatest value, which an empty set gives, becomes that of data's type.
      for (T& value : reduced) value = minimum(value, highest(type));
    }
    return rounded(type, reduced);
  });
}

Values reduce_min(const Call& call) {
  return reduce_tensor(call, [](const Tensor& data, const Axes& axes) {
    const auto ignored = [&] {
      return least(without_nan(data, std::numeric_limits<double>::infinity()), axes);
    };
    return either_zero(nan_or_number(least(data, axes), "nan", ignored), "negative_zero");
  });
}

const Operator op("ReduceMin", reduce_min, {1, 11, 12, 13, 18, 20});

}  // namespace
}  // namespace etalon
