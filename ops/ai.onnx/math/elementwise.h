// What the elementwise operators share.
#pragma once

#include "engine/numerics/carriers.h"
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
  if (current_rounding()) return rounded(type, by_element(elements_of<ArbBall>(X), by_paths(f)));
  return elementwise<double>(type, X, [&](double x) { return correctly_rounded(type, f, x); });
}

// f(a, b) for each pair of elements of A and B, which broadcast, as A's type.
template <class F>
Tensor each(const Tensor& A, const Tensor& B, F f) {
  const DType type = A.dtype();
  if (current_rounding()) {
    return rounded(type, by_element(elements_of<ArbBall>(A), elements_of<ArbBall>(B), by_paths(f)));
  }
  return elementwise<double>(type, A, B,
                             [&](double a, double b) { return correctly_rounded(type, f, a, b); });
}

}  // namespace etalon
