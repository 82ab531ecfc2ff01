// What the elementwise operators share.
#pragma once

#include <xtensor/xvectorize.hpp>

#include "engine/numerics/numerics.h"

namespace etalon {

// f(x) for every element x, as X's type. f is a formula over any real type R: it is evaluated as
// double, and for float64 as long double, so that there too only the last rounding counts.
template <class F>
Tensor each(const Tensor& X, F f) {
  Reals Y = X.as<double>();
  if (X.dtype() == DType::float64) {
    for (double& x : Y) x = static_cast<double>(f(static_cast<long double>(x)));
  } else {
    for (double& x : Y) x = f(x);
  }
  return Tensor::of(X.dtype(), Y);
}

template <class R>
R sigmoid(R x) {
  return 1 / (1 + std::exp(-x));
}

// ln(exp(x) + 1), where exp(x) does not overflow and a small one is not lost beside 1.
template <class R>
R softplus(R x) {
  return maximum(x, R{0}) + std::log1p(std::exp(-std::abs(x)));
}

// Variadic operators before version 8 do not broadcast.
inline void require_equal_shapes(const std::vector<Tensor>& inputs) {
  for (const Tensor& input : inputs) {
    if (input.shape() != inputs[0].shape()) {
      throw InvalidInput("the shapes {} and {} differ", to_string(inputs[0].shape()),
                         to_string(input.shape()));
    }
  }
}

// f folded over the inputs from the left, elementwise with multidirectional broadcasting.
template <class F>
Tensor folded(const std::vector<Tensor>& inputs, F f) {
  const DType type = inputs[0].dtype();
  return numeric(type, [&]<class T>() {
    const auto both = xt::vectorize([f](T a, T b) { return f(a, b); });
    Array<T> result = inputs[0].as<T>();
    for (size_t i = 1; i < inputs.size(); ++i) {
      result = Array<T>(both(result, inputs[i].as<T>()));
    }
    return Tensor::of(type, result);
  });
}

// The elementwise sum of the inputs, compensated (Neumaier, 1974).
inline Reals sum_of(const std::vector<Tensor>& inputs) {
  Reals sum = inputs[0].as<double>();
  Reals lost = full(sum.shape(), 0.0);
  for (size_t i = 1; i < inputs.size(); ++i) {
    const Reals x = inputs[i].as<double>();
    const Reals total = sum + x;
    const Reals rest = xt::where(xt::abs(sum) >= xt::abs(x), (sum - total) + x, (x - total) + sum);
    lost = Reals(lost + rest);
    sum = total;
  }
  // Nothing is lost of a sum of -0, and nothing that counts of an infinite or NaN one.
  return xt::where(xt::isfinite(sum) && xt::not_equal(lost, 0.0), sum + lost, sum);
}

}  // namespace etalon
