// What the elementwise operators share.
#pragma once

#include "engine/numerics/elementwise.h"
#include "engine/numerics/rounded.h"
#include "ops/ai.onnx/math/activations.h"
#include "ops/ai.onnx/pairs.h"

namespace etalon {

// f(x) for every element x, as X's type. f is a formula over any carrier of the reals (double,
// Ball, ArbBall): each result is the exact value rounded once.
template <class F>
Tensor each(const Tensor& X, F f) {
  const DType type = X.dtype();
  return elementwise<double>(type, X, [&](double x) { return correctly_rounded(type, f, x); });
}

}  // namespace etalon
