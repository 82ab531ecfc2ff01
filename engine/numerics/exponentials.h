// Logarithms of sums of exponentials over any number type R, and softmaxes as runtimes compute
// them. The maximum is subtracted first, so that exp cannot overflow.
#pragma once

#include "engine/numerics/carriers.h"
#include "engine/values/evaluation.h"

namespace etalon {

// log Σ exp(d) over axes, where the greatest d of each set is 0. The term 1 of this d is never
// added, so that small other terms are not lost.
template <class R>
Array<R> log_of_sum(const Array<R>& d, const std::vector<size_t>& axes) {
  if (evaluation().once_over_arbs() || evaluation().sampled)
    return real::log(sum_over(real::exp(d), axes));
  const auto is_greatest = [](const R& value) { return value >= R(0); };
  const Array<R> others =
      by_element(d, [&](const R& value) { return is_greatest(value) ? R(0) : real::exp(value); });
  const Array<R> ties =
      by_element(d, [&](const R& value) { return is_greatest(value) ? R(1) : R(0); });
  const Array<R> rest = sum_over(others, axes) + (sum_over(ties, axes) - 1);
  return by_element(rest, [](const R& value) { return real::log1p(value); });
}

// log Σ exp(x) over axes, which are kept with size 1; -inf for an empty set. The maximum is
// subtracted first: no exponential overflows, and small terms are not lost.
template <class R>
Array<R> log_sum_exp(const Array<R>& x, const std::vector<size_t>& axes) {
  if (evaluation().field) return real::log(sum_over(real::exp(x), axes));
  const Array<R> largest = max_over(x, axes);
  const Array<R> offset = by_element(largest, [](const R& m) { return is_finite(m) ? m : R(0); });
  const Array<R> log = log_of_sum(Array<R>(x - offset), axes);
  return by_element(largest, log, [](const R& m, const R& l) { return is_finite(m) ? m + l : m; });
}

// True if an element is +∞: the others less it are −∞ or NaN.
inline bool holds_infinity(const Tensor& X) {
  const Reals x = X.with_side(nullptr).as<double>();
  return std::find(x.begin(), x.end(), std::numeric_limits<double>::infinity()) != x.end();
}

// exp(x) / Σ exp(x) over the last axis, less the greatest element: NaN where that is infinite.
template <class R>
Array<R> softmax_of_lines(const Array<R>& x) {
  const std::vector<size_t> last{x.dimension() - 1};
  const Array<R> largest = max_over(x, last);
  const Array<R> e = real::exp(x - largest);
  const Array<R> total = sum_over(e, last);
  return e / total;
}

// exp(x) / Σ exp(x) of one line of floats of at most 32 bits, in place: doubles that decide their
// rounding to `type`. Returns false, and no result, where doubles do not decide all of them.
bool softmax_in_doubles(DType type, double* line, size_t count);

// x − log Σ exp(x) over the last axis.
template <class R>
Array<R> log_softmax_of_lines(const Array<R>& x) {
  return x - log_sum_exp(x, {x.dimension() - 1});
}

// As above in fewer steps, for floats of at most 32 bits.
Array<Ball> log_softmax_of_lines(const Array<Ball>& x);
// As softmax_in_doubles(), for log_softmax. Also returns false where an element is NaN or +inf, or
// where all terms but one vanish.
bool log_softmax_in_doubles(DType type, double* line, size_t count);

}  // namespace etalon
