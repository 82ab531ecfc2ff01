#include "engine/numerics/exponentials.h"

#include <cmath>

#include "engine/numerics/elementwise.h"

namespace etalon {

Reals exp_of_difference(const Reals& x, const Reals& offset, DType type) {
  if (type != DType::float64) {
    return elementwise(x, offset, [](double a, double b) {
      const double difference = a - b;
      // What the subtraction loses would be an ULP of the exponential for each ULP of the
      // difference.
      const double back = difference + b;
      const double lost = (a - back) + ((back - difference) - b);
      const double e = std::exp(difference);
      return std::isfinite(lost) ? e + e * lost : e;
    });
  }
  return elementwise(x, offset, [](double a, double b) {
    // In long double neither the difference nor its exponential loses a double's last bit.
    return static_cast<double>(std::exp(static_cast<long double>(a) - b));
  });
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
