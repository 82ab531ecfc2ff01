#include "engine/exponentials.h"

#include <cmath>

#include "engine/numerics.h"

namespace etalon {

Reals exp_of_difference(const Reals& x, const Reals& offset) {
  const Reals each = xt::broadcast(offset, x.shape());
  const Reals difference = x - each;
  const Reals part = difference - x;
  // What rounding took off the difference, exactly (Knuth's two-sum).
  const Reals error = (x - (difference - part)) - (each + part);
  return xt::exp(difference) * xt::where(xt::isfinite(error), 1 + error, 1.0);
}

namespace {

// Σ exp(x - greatest) - 1: the 1 of one greatest element is never added, so a small rest is not
// lost.
Reals sum_of_others(const Reals& x, const Reals& greatest, const std::vector<size_t>& axes) {
  const Reals d = x - greatest;
  const Reals e = exp_of_difference(x, greatest);
  const Reals is_greatest = xt::where(d >= 0, 1.0, 0.0);
  const Reals others = xt::where(d >= 0, 0.0, e);
  const Reals ties = sum_over(is_greatest, axes);
  const Reals rest = sum_over(others, axes);
  return rest + (ties - 1);
}

}  // namespace

Reals log_sum_exp(const Reals& x, const std::vector<size_t>& axes) {
  const Reals greatest = max_over(x, axes);
  const Reals others = sum_of_others(x, greatest, axes);
  return xt::where(xt::isfinite(greatest), greatest + xt::log1p(others), greatest);
}

Reals log_softmax(const Reals& x, const std::vector<size_t>& axes) {
  const Reals greatest = max_over(x, axes);
  const Reals others = sum_of_others(x, greatest, axes);
  return (x - greatest) - xt::log1p(others);
}

}  // namespace etalon
