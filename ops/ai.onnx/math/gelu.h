// The Gaussian error linear unit, over any number type R.
#pragma once

#include "ops/ai.onnx/math/activations.h"

namespace etalon {

// x / 2 · (1 + erf(x / √2)). 1 + erf(z) = erfc(-z), which keeps its digits where erf(z) is near -1.
template <class R>
R gelu_by_erf(const R& x) {
  return x / 2 * real::erfc(-x / real::sqrt(R(2)));
}

// x / 2 · (1 + tanh(z)). (1 + tanh(z)) / 2 = sigmoid(2z), for the same reason.
template <class R>
R gelu_by_tanh(const R& x, const R& z) {
  return x * activation::sigmoid(R(2 * z));
}

}  // namespace etalon
