#include "engine/numerics/quick_sums.h"

#include <algorithm>
#include <cmath>

#include "engine/numerics/elements.h"
#include "engine/numerics/rounded_once.h"
#include "engine/numerics/strides.h"

namespace etalon {
namespace {

constexpr size_t at_once = 1024;  // elements, in the first-level cache

// Adds the terms to one sum.
void add_to_one(const double* terms, size_t count, double& sum, double& magnitude) {
  sum += sum_in_parts(terms, count, -0.0, [](double term) { return term; });
  magnitude += sum_in_parts(terms, count, 0.0, [](double term) { return std::fabs(term); });
}

// Adds each term to a sum of its own.
void add_to_each(const double* terms, size_t count, double* sums, double* magnitudes) {
  for (size_t i = 0; i < count; ++i) {
    sums[i] += terms[i];
    magnitudes[i] += std::fabs(terms[i]);
  }
}

// Adding n terms in any order is at most (n - 1) · u · Σ|terms| off (Jeannerod and Rump, 2013). The
// last factor exceeds the rounding of Σ|terms| and of the bound itself for up to 2^32 terms.
// Where a term is not finite, the sum is its value: sums of finite ones do not overflow.
Ball ball_of(double sum, double magnitude, double terms) {
  if (!std::isfinite(sum) || terms <= 1) return sum;
  return {sum, (terms - 1) * Ball::half_ulp * magnitude * (1 + 0x1p-20)};
}

}  // namespace

Array<Ball> quick_sums(const Tensor& X, const std::vector<size_t>& axes, const Terms& terms) {
  Shape shape = X.shape();
  for (const size_t axis : axes) shape[axis] = 1;
  Reals sums = full(shape, sum_of_none<double>(X.size() > 0));
  Reals magnitudes = full(shape, 0.0);
  const Elements<double> elements(X);
  double block[at_once];
  if (X.size() > 0) {
    each_row(reduction_steps(X.shape(), shape), [&](size_t to, size_t step, size_t first,
                                                    size_t count) {
      for (const size_t end = first + count; first < end; first += at_once, to += step * at_once) {
        const size_t n = std::min(at_once, end - first);
        elements.copy(first, n, block);
        terms(block, n);
        double *const sum = sums.data() + to, *const magnitude = magnitudes.data() + to;
        step == 0 ? add_to_one(block, n, *sum, *magnitude) : add_to_each(block, n, sum, magnitude);
      }
    });
  }
  Array<Ball> balls = empty_array<Ball>(shape);
  const size_t terms_each = sums.size() == 0 ? 0 : X.size() / sums.size();
  const auto count = static_cast<double>(terms_each);
  for (size_t i = 0; i < balls.size(); ++i) {
    balls.data()[i] = ball_of(sums.data()[i], magnitudes.data()[i], count);
  }
  return balls;
}

}  // namespace etalon
