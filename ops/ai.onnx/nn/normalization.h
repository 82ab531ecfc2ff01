// What the normalizations share: standardized values, and their parameters.
#pragma once

#include "engine/numerics/carriers.h"
#include "engine/numerics/strides.h"
#include "engine/operators/choice.h"

namespace etalon {

template <class R>
struct Standardized {
  Array<R> values;  // (x − mean) / deviation, of x's shape
  Array<R> mean;
  Array<R> variance;   // Σ(x − mean)² / count
  Array<R> deviation;  // √(variance + epsilon)
};

// f(x, s) for each element x and the element s of a statistic, whose reduced axes are of size 1.
template <class R, class F>
Array<R> with_statistic(Array<R> x, const Array<R>& statistic, F f) {
  if (x.size() == 0) return x;
  each_row(reduction_steps(x.shape(), statistic.shape()),
           [&](size_t at, size_t step, size_t first, size_t count) {
             R* const values = x.data() + first;
             const R* const with = statistic.data() + at;
             for (size_t i = 0; i < count; ++i) values[i] = f(values[i], with[i * step]);
           });
  return x;
}

// x standardized over some axes, which stay as size 1 in the statistics.
template <class R>
Standardized<R> standardized(const Array<R>& x, const std::vector<size_t>& axes, double epsilon) {
  const Array<R> mean = mean_over(x, axes);
  Array<R> D = with_statistic(x, mean, [](const R& a, const R& b) { return a - b; });
  const Array<R> variance = mean_over(real::square(D), axes);
  const Array<R> deviation = real::sqrt(variance + epsilon);
  const auto quotient = [](const R& a, const R& b) { return a / b; };
  return {with_statistic(std::move(D), deviation, quotient), mean, variance, deviation};
}

// The greatest step of the above for each element of x: Σ (x − mean)², or Σ |x|.
inline Reals largest_steps(const Reals& x, const std::vector<size_t>& axes) {
  const Reals total = sum_over(x, axes);
  const double count = total.size() == 0 ? 1 : double(x.size()) / double(total.size());
  const Reals D = x - total / count;
  const Reals squares = sum_over(Reals(D * D), axes);
  const Reals sums = sum_over(Reals(xt::abs(x)), axes);
  return broadcast_array(Reals(xt::maximum(squares, sums)), x.shape());
}

// What is open of Y, x standardized over the axes with steps of the type `stash`: overflow, and
// with epsilon 0 a constant set.
inline Tensor open_standardized(const Tensor& Y, const Tensor& x, const std::vector<size_t>& axes,
                                double epsilon, DType stash) {
  if (!choices_wanted()) return Y;
  const Tensor open = divisor_or_exact(
      Y, "overflow", [&] { return beyond(stash, largest_steps(x.as<double>(), axes)); });
  return anything(open, "zero_divisor",
                  [&] { return Bools(nans(Y) && full(Y.shape(), epsilon == 0)); });
}

// A parameter [C], as [1, C, 1]. Throws InvalidInput, naming it, for another shape.
inline Tensor by_channel(const Tensor& parameter, std::string_view name, size_t C) {
  require_shape(name, parameter, {C});
  return parameter.reshaped({1, C, 1});
}

// A parameter that broadcasts to X. Throws InvalidInput, naming it, when it does not.
inline const Tensor& broadcastable(const Tensor& parameter, std::string_view name,
                                   const Tensor& X) {
  if (broadcast_shapes(parameter.shape(), X.shape()) != X.shape()) {
    throw InvalidInput("{}'s shape {} does not broadcast to {}", name, to_string(parameter.shape()),
                       to_string(X.shape()));
  }
  return parameter;
}

// scale · x + bias as x's type, or without a bias if that is null; both broadcast to x.
inline Tensor scaled(const Tensor& x, const Tensor& scale, const Tensor* bias) {
  return over_reals(x.dtype(), [&]<class R>() {
    const Array<R> product = elements_of<R>(x) * elements_of<R>(scale);
    return rounded(x.dtype(), bias ? Array<R>(product + elements_of<R>(*bias)) : product);
  });
}

// The float type that attribute stash_type names.
inline DType stash_type(const Call& call) {
  const int64_t type = call.integer("stash_type");
  const bool known = type > 0 && type < dtype_count;
  if (!known || !is_float(static_cast<DType>(type))) {
    throw InvalidInput("stash_type is {}, which is not a float type", type);
  }
  return static_cast<DType>(type);
}

}  // namespace etalon
