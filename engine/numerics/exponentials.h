// Softmax and its kin, over any carrier of the reals. The maximum is taken off first: the results
// are the same, and exp cannot overflow.
#pragma once

#include "engine/numerics/carriers.h"

namespace etalon {

// log Σ exp(x) over axes, which are kept with size 1; -inf for an empty set.
template <class R>
Array<R> log_sum_exp(const Array<R>& x, const std::vector<size_t>& axes) {
  const Array<R> largest = max_over(x, axes);
  const Array<R> offset = by_element(largest, [](const R& m) { return is_finite(m) ? m : R(0); });
  const Array<R> e = real::exp(x - offset);
  const Array<R> total = sum_over(e, axes);
  return offset + real::log(total);
}

// exp(x) / Σ exp(x) over the last axis; NaN where the greatest element is infinite.
template <class R>
Array<R> softmax_of_lines(const Array<R>& x) {
  const std::vector<size_t> last{x.dimension() - 1};
  const Array<R> largest = max_over(x, last);
  const Array<R> e = real::exp(x - largest);
  const Array<R> total = sum_over(e, last);
  return e / total;
}

// x − log Σ exp(x) over the last axis; NaN where the greatest element is infinite.
template <class R>
Array<R> log_softmax_of_lines(const Array<R>& x) {
  const std::vector<size_t> last{x.dimension() - 1};
  const Array<R> largest = max_over(x, last);
  const Array<R> e = real::exp(x - largest);
  const Array<R> total = sum_over(e, last);
  return x - largest - real::log(total);
}

}  // namespace etalon
