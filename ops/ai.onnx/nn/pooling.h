// What the pools share: the window, sums over it, and norms.
#pragma once

#include "engine/numerics/carriers.h"
#include "engine/numerics/window.h"
#include "engine/operators/choice.h"
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

template <class R>
Array<R> plain_sum_over_windows(const Array<R>& x, const Window& window) {
  const size_t channels = x.shape()[0] * x.shape()[1];
  Array<R> Y = full(output_shape(x.shape()[0], x.shape()[1], window), R(-0.0));
  const size_t inputs = split_at(x.shape(), 2).after;
  const size_t outputs = split_at(Y.shape(), 2).after;
  for (size_t channel = 0; channel < channels; ++channel) {
    count_step();
    each_run(window, [&](const Run& run) {
      const R* from = x.data() + channel * inputs + run.in;
      R* sum = Y.data() + channel * outputs + run.out;
      for (size_t i = 0; i < run.count; ++i) sum[i] += from[i * run.step];
    });
  }
  return Y;
}

// Σ x over what each window reads of x [N, C, input…], padding left out: [N, C, output…]. Within a
// RoundingScope it contains what another runtime may get that adds in any order.
template <class R>
Array<R> sum_over_windows(const Array<R>& x, const Window& window) {
  const Rounding* rounding = current_rounding();
  const RoundingScope exact(nullptr);
  Array<R> Y = plain_sum_over_windows(x, window);
  if constexpr (std::is_same_v<R, ArbBall>) {
    if (!rounding) return Y;
    double kernel = 1;
    for (const Sliding& s : window) kernel *= double(s.kernel);
    const Array<R> magnitudes = plain_sum_over_windows(real::abs(x), window);
    for (size_t i = 0; i < Y.size(); ++i) {
      const R& magnitude = magnitudes.data()[i];
      if (!magnitude.finite()) continue;
      Y.data()[i].widen(rounding->of_sum(kernel - 1) * (magnitude.middle() + magnitude.radius()));
    }
  }
  return Y;
}

// (Σ |X|^p)^(1/p) over each window; attribute p is a float in version 1.
inline Tensor norm_over_windows(const Call& call, const Tensor& X, const Window& window) {
  const double p = call.since_version() == 1 ? call.real("p") : double(call.integer("p"));
  if (!(p > 0)) throw Unspecified("p is {}, and no norm has that order", p);
  const auto power = [p]<class R>(const R& x) -> R {
    return p == 1 ? real::abs(x) : p == 2 ? x * x : real::pow(real::abs(x), R(p));
  };
  const auto root = [p]<class R>(const R& sum) -> R {
    return p == 1   ? real::abs(sum)
           : p == 2 ? real::sqrt(real::abs(sum))
                    : real::pow(real::abs(sum), 1 / R(p));
  };
  const Tensor Y = over_reals(X.dtype(), [&]<class R>() {
    const Array<R> powers = by_element(elements_of<R>(X), power);
    return rounded(X.dtype(), by_element(sum_over_windows(powers, window), root));
  });
  return step_or_exact(Y, "overflow", [&] {
    return sum_over_windows(Reals(xt::pow(xt::abs(X.as<double>()), p)), window);
  });
}

}  // namespace etalon
