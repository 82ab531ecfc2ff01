// CumSum and CumProd: running totals along an axis.
#pragma once

#include "engine/numerics/double_double.h"
#include "ops/ai.onnx/lines.h"

namespace etalon {

// y[i] = x[0] ∘ … ∘ x[i] along `axis`; exclusive: without x[i] itself, so that the first is
// `neutral`; reverse: from the axis's end.
template <class Combine>
Values cumulate(const Call& call, int neutral, Combine combine) {
  const Tensor& x = call.tensor("x");
  const size_t axis = axis_index(call.tensor("axis").item<int64_t>(), x.rank());
  const bool exclusive = call.flag("exclusive");
  const bool reverse = call.flag("reverse");
  return {numeric(x.dtype(), [&]<class T>() {
    using Wide = std::conditional_t<std::is_same_v<T, double>, DoubleDouble, T>;
    const Array<T> values = x.as<T>();
    Array<T> y = empty_array<T>(x.shape());
    const Lines lines(x.shape(), axis);
    for (size_t n = 0; n < lines.count(); ++n) {
      const Line line = lines[n];
      Wide total = static_cast<T>(neutral);
      for (size_t i = 0; i < line.size; ++i) {
        const size_t at = line[reverse ? line.size - 1 - i : i];
        const Wide value = values.data()[at];
        const Wide next = i == 0 ? value : combine(total, value);
        y.data()[at] = static_cast<T>(exclusive ? total : next);
        total = next;
      }
    }
    return Tensor::of(x.dtype(), y);
  })};
}

}  // namespace etalon
