// Sums over windows in balls of doubles.
#pragma once

#include "engine/numerics/rounded_once.h"
#include "engine/numerics/window_sums.h"

namespace etalon {

// f(sum, o) for the sum over what each window reads of x [N, C, input…], where o is the output's
// position in its channel. A ball that says nothing where the sum is not finite.
template <class F>  // Ball f(const Ball& sum, size_t o)
Array<Ball> of_window_sums(const Array<Ball>& x, const Window& window, F f) {
  const bool by_row = sums_by_row(window);
  Array<Ball> Y = by_row ? sums_over_windows(x, window)
                         : empty_array<Ball>(output_shape(x.shape()[0], x.shape()[1], window));
  const size_t inputs = split_at(x.shape(), 2).after, outputs = split_at(Y.shape(), 2).after;
  for (size_t i = 0; i < Y.size(); ++i) {
    Ball& y = Y.data()[i];
    if (!by_row) {
      const Reads reads(window, i % outputs, i / outputs * inputs);
      count_work(work_per_step * (reads.count() + 1));
      y = sum_of_none<Ball>(reads.count() > 0);
      reads.each([&](size_t at) { y += x.data()[at]; });
    }
    y = is_finite(y) ? f(y, i % outputs) : Ball(0, std::numeric_limits<double>::infinity());
  }
  return Y;
}

}  // namespace etalon
