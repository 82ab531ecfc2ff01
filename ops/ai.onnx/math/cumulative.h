// CumSum and CumProd: running results along an axis.
#pragma once

#include "engine/formula.h"

namespace etalon {

// The axis of input x.
inline size_t cumulative_axis(const Call& call) {
  return axis_index(call.tensor("axis").item<int64_t>(), call.tensor("x").rank());
}

// Along each set of x: y[0] = x[0], y[i] = f(y[i - 1], x[i]). With attribute `exclusive` y[i] is
// what comes before x[i], and `none` for the first; with `reverse` the sets run from their ends.
template <class R, class F>
Array<R> accumulated(const Call& call, const Array<R>& x, const R& none, F f) {
  const bool exclusive = call.flag("exclusive"), reverse = call.flag("reverse");
  Array<R> y = full(x.shape(), none);
  const size_t sets = x.shape()[0], size = x.shape()[1];
  for (size_t n = 0; n < sets; ++n) {
    R total = none;
    for (size_t i = 0; i < size; ++i) {
      const size_t at = reverse ? size - 1 - i : i;
      if (exclusive) y(n, at) = total;
      total = i == 0 ? x(n, at) : f(total, x(n, at));
      if (!exclusive) y(n, at) = total;
    }
  }
  return y;
}

}  // namespace etalon
