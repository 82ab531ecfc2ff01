#include "engine/numerics/window_sums.h"

#include <cmath>

#include "engine/numerics/compensated.h"
#include "engine/numerics/rounded_once.h"

namespace etalon {

bool sums_by_row(const Window& window) {
  double elements = 1, outputs = 1;
  for (const Sliding& s : window) {
    elements *= double(s.kernel);
    outputs *= double(s.output);
  }
  return elements <= outputs;
}

Ints elements_read(const Window& window) {
  Ints counts = full(output_shape(1, 1, window), int64_t{0});
  if (sums_by_row(window)) {
    each_run(window, [&](const Run& run) {
      for (size_t i = 0; i < run.count; ++i) ++counts.data()[run.out + i];
    });
  } else {
    for (size_t out = 0; out < counts.size(); ++out) {
      counts.data()[out] = int64_t(Reads(window, out).count());
    }
  }
  return counts;
}

Array<Ball> sums_over_windows(const Array<Ball>& x, const Window& window) {
  const Ints read = elements_read(window);
  const size_t inputs = split_at(x.shape(), 2).after, outputs = read.size();
  Array<Ball> balls = empty_array<Ball>(output_shape(x.shape()[0], x.shape()[1], window));
  Reals sums = empty_array<double>({outputs}), errors = sums;
  for (size_t channel = 0; channel * outputs < balls.size(); ++channel) {
    for (size_t out = 0; out < outputs; ++out) {
      sums.data()[out] = sum_of_none<double>(read.data()[out] > 0);
    }
    errors.fill(0);
    each_run(window, [&](const Run& run) {
      const Ball* const terms = x.data() + channel * inputs + run.in;
      double* const sum = sums.data() + run.out;
      double* const error = errors.data() + run.out;
      for (size_t i = 0; i < run.count; ++i) {
        const Ball& term = terms[i * run.step];
        const double next = sum[i] + term.middle();
        error[i] += std::fabs(lost_by_adding(sum[i], term.middle(), next)) + term.radius();
        sum[i] = next;
      }
    });
    constexpr double slack = 1 + 0x1p-20;  // more than the rounding of the errors' sum
    for (size_t out = 0; out < outputs; ++out) {
      const double error = errors.data()[out];
      balls.data()[channel * outputs + out] = {sums.data()[out], error == 0 ? 0 : error * slack};
    }
  }
  return balls;
}

}  // namespace etalon
