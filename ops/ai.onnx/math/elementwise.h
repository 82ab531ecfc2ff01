// What the elementwise operators share.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/numerics/rounded.h"
#include "ops/ai.onnx/math/activations.h"
#include "ops/ai.onnx/pairs.h"

namespace etalon {

// f(x) for every element x, as X's type. f is a formula over any carrier of the reals (double,
// Ball, ArbBall): each result is the exact value rounded once.
template <class F>
Tensor each(const Tensor& X, F f) {
  Reals Y = X.as<double>();
  for (double& x : Y) x = correctly_rounded(X.dtype(), f, x);
  return Tensor::of(X.dtype(), Y);
}

}  // namespace etalon
