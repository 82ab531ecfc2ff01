#include "engine/numerics/exponentials.h"

#include "engine/numerics/rounded.h"
#include "engine/values/evaluation.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

// A line's log Σ exp(d), where the greatest d is 0, and how far off that is at most.
struct LogOfSum {
  double value, error;

  // How far off d − value is, which is y in double.
  double error_of(double y) const {
    constexpr double u = Ball::half_ulp;
    return (u * (std::fabs(y + value) + std::fabs(y)) + error) * (1 + 0x1p-20);
  }
};

// Puts x − log Σ exp(x) in the place of each element x of a line of floats of at most 32 bits.
// Returns nothing, and leaves no result, where an element is not finite but for −inf, or where all
// but one vanish. The greatest element's 1 is left out of the sum of the others.
std::optional<LogOfSum> log_softmax_of(double* line, size_t count) {
  count_work(3 * work_per_step * count);
  double* const greatest_at = std::max_element(line, line + count);
  const double greatest = *greatest_at;
  if (!std::isfinite(greatest)) return std::nullopt;
  double others = 0, moved = 0;  // Σ exp(d), Σ |d| exp(d)
  for (size_t i = 0; i < count; ++i) {
    line[i] -= greatest;
    const double e = line + i == greatest_at ? 0 : real::exp(line[i]);
    others += e;
    if (e > 0) moved -= line[i] * e;
  }
  constexpr double least_sum = 1e-280;  // beside which exponentials that underflow are nothing
  if (!(others >= least_sum)) return std::nullopt;

  // As for softmax, a difference d is u·|d| off; here the sum's error takes each by its own weight.
  // log1p passes on an error divided by 1 + others. Where the others are not small, log of the
  // rounded sum, which is u more off, takes a fraction of the time.
  constexpr double u = Ball::half_ulp;
  const double sum_error = u * moved + (Ball::library_error + u * double(count)) * others;
  const double log = others < 1 ? real::log1p(others) : real::log(1 + others);
  for (size_t i = 0; i < count; ++i) line[i] -= log;
  return LogOfSum{log, sum_error / (1 + others) + u + Ball::library_error * log};
}

}  // namespace

bool softmax_in_doubles(DType type, double* line, size_t count) {
  count_work(3 * work_per_step * count);
  constexpr double vanishes = -120;  // exp of less rounds to 0 in every such type
  const double greatest = *std::max_element(line, line + count);
  if (!std::isfinite(greatest)) return false;
  double total = 0, least = 0;
  for (size_t i = 0; i < count; ++i) {
    const double d = line[i] - greatest;
    line[i] = d < vanishes ? 0 : real::exp(d);
    if (d >= vanishes) least = std::min(least, d);
    total += line[i];
  }
  if (std::isnan(total)) return false;

  // A difference d is u·|d| off, by which its exponential is relatively off, and by the library's
  // error. The sum is of at least 1, and count·u of it off by the additions; the errors
  // u·|d|·exp(d) add up to less than that again, and so does what vanishes. A quotient is off by
  // both, and its own rounding.
  constexpr double u = Ball::half_ulp;
  constexpr double slack = 1 + 0x1p-20;  // more than the products of errors
  const double error = (u * (1 - least) + 2 * Ball::library_error + 2 * u * double(count)) * slack;
  for (size_t i = 0; i < count; ++i) {
    const double y = line[i] / total;
    if (y != 0 && !decides(type, Ball(y, y * error))) return false;
    line[i] = y;
  }
  return true;
}

Array<Ball> log_softmax_of_lines(const Array<Ball>& x) {
  if (evaluation().sampled) return log_softmax_of_lines<Ball>(x);
  const size_t count = x.shape()[1];
  Array<Ball> y = x;
  std::vector<double> line(count);
  for (size_t first = 0; first < x.size(); first += count) {
    const auto middle = [](const Ball& ball) { return ball.middle(); };
    const auto is_single = [](const Ball& ball) {
      return ball.radius() == 0 && double(float(ball.middle())) == ball.middle();
    };
    const Ball* const from = x.data() + first;
    std::transform(from, from + count, line.begin(), middle);
    const auto log = std::all_of(from, from + count, is_single) ? log_softmax_of(line.data(), count)
                                                                : std::nullopt;
    if (log) {
      std::transform(line.begin(), line.end(), y.data() + first, [&](double value) {
        return std::isinf(value) ? Ball(value) : Ball(value, log->error_of(value));
      });
    } else {
      Array<Ball> one = empty_array<Ball>({1, count});
      std::copy_n(from, count, one.data());
      const Array<Ball> exact = log_softmax_of_lines<Ball>(one);
      std::copy_n(exact.data(), count, y.data() + first);
    }
  }
  return y;
}

bool log_softmax_in_doubles(DType type, double* line, size_t count) {
  const std::optional<LogOfSum> log = log_softmax_of(line, count);
  return log && std::all_of(line, line + count, [&](double y) {
           return std::isinf(y) || decides(type, Ball(y, log->error_of(y)));
         });
}

}  // namespace etalon
