// The Gaussian error linear unit as texts have it, and as formulas that keep digits.
#pragma once

#include <numbers>

#include "engine/numerics/carriers.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {

// f(x) for each element of x, which are of this type.
template <class F>
std::optional<Values> bounded(DType type, Array<ArbBall> x, F f) {
  if (!is_float(type)) return std::nullopt;
  for (ArbBall& each : x) {
    each = over_paths_or_unknown([&]() -> ArbBall { return f(static_cast<const ArbBall&>(each)); });
  }
  return Values{rounded(type, x)};
}
template <class F>
std::optional<Values> bounded(const Tensor& X, F f) {
  if (!is_float(X.dtype())) return std::nullopt;
  return bounded(X.dtype(), elements_of<ArbBall>(X), f);
}

// Samples of f(x) for each element of X, by runtimes that compute the text; others compute the
// formula.
template <class F>
std::optional<Values> sampled(const Tensor& X, F f) {
  if (!is_float(X.dtype()) || !evaluation().sampled->fused()) return std::nullopt;
  return Values{each(X, f)};
}

namespace bounds {

// 0.5 · X · (1 + erf(X / √2)), or by erfc.
inline ArbBall gelu_by_erf(const ArbBall& x) {
  const ArbBall z = x / real::sqrt(ArbBall(2));
  return hull(0.5 * x * (1 + real::erf(z)), 0.5 * x * real::erfc(-z));
}

// 0.5 · X · (1 + tanh(z)), or by the sigmoid.
inline ArbBall gelu_by_tanh(const ArbBall& x, const ArbBall& z) {
  return hull(0.5 * x * (1 + real::tanh(z)), x * activation::sigmoid(ArbBall(2 * z)));
}

// z = √(2/π) · (X + 0.044715 · X³).
inline ArbBall gelu_by_tanh(const ArbBall& x) {
  const ArbBall cubic = x + constant(0.044715) * real::pow(x, 3);
  return gelu_by_tanh(x, real::sqrt(2 / constant(std::numbers::pi)) * cubic);
}

}  // namespace bounds

namespace samples {

// 0.5 · X · (1 + erf(X / √2)).
template <class R>
R gelu_by_erf(const R& x) {
  return 0.5 * x * (1 + real::erf(x / real::sqrt(R(2))));
}

// 0.5 · X · (1 + tanh(z)).
template <class R>
R gelu_by_tanh(const R& x, const R& z) {
  return 0.5 * x * (1 + real::tanh(z));
}

}  // namespace samples
}  // namespace etalon
