// What the elementwise operators share.
#pragma once

#include <cmath>

#include "engine/numerics/numerics.h"
#include "ops/ai.onnx/math/activations.h"
#include "ops/ai.onnx/pairs.h"

namespace etalon {

// f(x) for every element x, as X's type. f is a formula over any real type: it is evaluated as
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

}  // namespace etalon
