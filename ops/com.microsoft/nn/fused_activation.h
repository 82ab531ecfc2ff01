// The activation of FusedConv.
#pragma once

#include "ops/ai.onnx/math/activations.h"

namespace etalon {

// Attributes `activation` and `activation_params`; the identity where no activation is named.
struct FusedActivation {
  enum class Function { none, relu, sigmoid, tanh, leaky_relu, clip, hard_sigmoid };

  explicit FusedActivation(const Call& call);

  template <class R>
  R operator()(const R& x) const {
    switch (function) {
      case Function::none:
        return x;
      case Function::relu:
        return activation::relu(R(x));
      case Function::sigmoid:
        return activation::sigmoid(R(x));
      case Function::tanh:
        return real::tanh(x);
      case Function::leaky_relu:
        return activation::leaky_relu(R(x), alpha);
      case Function::clip:
        return minimum(maximum(R(x), R(alpha)), R(beta));
      case Function::hard_sigmoid:
        return activation::hard_sigmoid(R(x), alpha, beta);
    }
    return x;
  }

  Function function = Function::none;
  double alpha = 0, beta = 0;  // activation_params, in order
};

}  // namespace etalon
