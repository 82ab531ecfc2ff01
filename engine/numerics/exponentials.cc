#include "engine/numerics/exponentials.h"

#include <cmath>

#include "engine/numerics/numerics.h"

namespace etalon {

Reals exp_of_difference(const Reals& x, const Reals& offset) {
  const Reals each = xt::broadcast(offset, x.shape());
  Reals e = empty_array<double>(x.shape());
  for (size_t i = 0; i < e.size(); ++i) {
    // In long double neither the difference nor its exponential loses a double's last bit.
    const long double difference = static_cast<long double>(x.data()[i]) - each.data()[i];
    e.data()[i] = static_cast<double>(std::exp(difference));
  }
  return e;
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
