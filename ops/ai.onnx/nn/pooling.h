// What the pools share: the window, sums over it, and norms.
#pragma once

#include "engine/numerics/double_double.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/window.h"
#include "engine/values/limits.h"

namespace etalon {

// The window of attribute kernel_shape and those that window_of reads.
inline Window pool_window(const Call& call, const Tensor& X) {
  if (!call.has("kernel_shape")) throw InvalidInput("kernel_shape is missing");
  return window_of(call, spatial_shape(X, "X"), to_shape(call.ints("kernel_shape")));
}

// 2, 3, …
inline std::vector<size_t> spatial_axes(const Tensor& X) {
  std::vector<size_t> axes(spatial_shape(X, "X").size());
  std::iota(axes.begin(), axes.end(), size_t{2});
  return axes;
}

// Σ term(x) over what each window reads of X, padding left out: [N, C, output…].
template <class Term>
Reals sum_over_windows(const Tensor& X, const Window& window, Term term) {
  const Reals x = X.as<double>();
  Reals Y = empty_array<double>(output_shape(X.dim(0), X.dim(1), window));
  const size_t inputs = split_at(X.shape(), 2).after;
  const size_t outputs = split_at(Y.shape(), 2).after;
  using Number = decltype(term(0.0));
  std::vector<Number, BudgetAllocator<Number>> terms(inputs);
  std::vector<DoubleDouble, BudgetAllocator<DoubleDouble>> sums(outputs);
  for (size_t channel = 0; channel < X.dim(0) * X.dim(1); ++channel) {
    count_step();
    const double* from = x.data() + channel * inputs;
    double* to = Y.data() + channel * outputs;
    for (size_t i = 0; i < inputs; ++i) terms[i] = term(from[i]);
    std::fill(sums.begin(), sums.end(), 0.0);
    each_run(window, [&](const Run& run) {
      const Number* read = terms.data() + run.in;
      DoubleDouble* sum = sums.data() + run.out;
      for (size_t i = 0; i < run.count; ++i) sum[i] = sum[i] + read[i * run.step];
    });
    for (size_t o = 0; o < outputs; ++o) to[o] = double(sums[o]);
  }
  return Y;
}

// |x|^p, exactly for p of 1 and 2.
inline DoubleDouble power(double x, double p) {
  if (p == 1) return std::fabs(x);
  if (p == 2) return DoubleDouble(x) * x;
  return std::pow(std::fabs(x), p);
}
// Its inverse: from Σ |x|^p to the norm.
inline double root(double sum, double p) {
  if (p == 1) return sum;
  if (p == 2) return std::sqrt(sum);
  return std::pow(sum, 1 / p);
}

// (Σ |X|^p)^(1/p) over each window; attribute p is a float in version 1.
inline Tensor norm_over_windows(const Call& call, const Tensor& X, const Window& window) {
  const double p = call.since_version() == 1 ? call.real("p") : double(call.integer("p"));
  if (!(p > 0)) throw Unspecified("p is {}, and no norm has that order", p);
  Reals Y = sum_over_windows(X, window, [p](double x) { return power(x, p); });
  for (double& y : Y) y = root(y, p);
  return Tensor::of(X.dtype(), Y);
}

}  // namespace etalon
