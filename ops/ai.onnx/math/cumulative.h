// CumSum and CumProd: running totals along an axis.
#pragma once

#include "engine/numerics/double_double.h"
#include "ops/ai.onnx/lines.h"

namespace etalon {

// y[i] = x[0] ∘ … ∘ x[i] for one line's elements, or with `exclusive` y[0] = neutral and
// y[i] = x[0] ∘ … ∘ x[i - 1]. Reals are totalled in twice the precision.
template <class T, class Combine>
void write_totals(const Array<T>& x, const Line& line, T neutral, bool exclusive, Combine combine,
                  Array<T>& y) {
  using Wide = std::conditional_t<std::is_same_v<T, double>, DoubleDouble, T>;
  Wide total = neutral;
  for (size_t i = 0; i < line.size; ++i) {
    const Wide value = x.data()[line[i]];
    // The first element stays as it is: 0 + -0 would lose its sign.
    const Wide next = i == 0 ? value : combine(total, value);
    y.data()[line[i]] = static_cast<T>(exclusive ? total : next);
    total = next;
  }
}

// The totals along `axis`; reverse: from its end.
template <class Combine>
Values cumulate(const Call& call, int neutral, Combine combine) {
  const Tensor& x = call.tensor("x");
  const size_t axis = axis_index(call.tensor("axis").item<int64_t>(), x.rank());
  const bool exclusive = call.flag("exclusive");
  const bool reverse = call.flag("reverse");
  return {numeric(x.dtype(), [&]<class T>() {
    const Array<T> values = x.as<T>();
    Array<T> y = empty_array<T>(x.shape());
    const Lines lines(x.shape(), axis);
    for (size_t n = 0; n < lines.count(); ++n) {
      const Line line = reverse ? lines[n].reversed() : lines[n];
      write_totals(values, line, T(neutral), exclusive, combine, y);
    }
    return Tensor::of(x.dtype(), y);
  })};
}

}  // namespace etalon
