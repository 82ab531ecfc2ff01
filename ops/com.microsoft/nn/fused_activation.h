// The activations of FusedConv and FusedGemm.
#pragma once

#include "ops/ai.onnx/math/activations.h"

namespace etalon {

// Attribute `activation`, and its parameters; the identity where no activation is named.
struct FusedActivation {
  enum class Function {
    none,
    relu,
    sigmoid,
    tanh,
    softplus,
    softsign,
    leaky_relu,
    elu,
    celu,
    thresholded_relu,
    clip,
    hard_sigmoid,
    scaled_tanh,
    parametric_softplus,
    selu
  };

  // Each throws Unspecified for a name that no text has, InvalidInput where a parameter is left
  // out. FusedConv's parameters are activation_params, in order.
  static FusedActivation of_conv(const Call& call);
  // FusedGemm's are activation_alpha, activation_beta and activation_gamma.
  static FusedActivation of_gemm(const Call& call);

  template <class R>
  R operator()(const R& x) const;

  Function function = Function::none;
  double alpha = 0, beta = 0, gamma = 0;
};

template <class R>
R FusedActivation::operator()(const R& x) const {
  switch (function) {
    case Function::none:
      return x;
    case Function::relu:
      return activation::relu(R(x));
    case Function::sigmoid:
      return activation::sigmoid(R(x));
    case Function::tanh:
      return real::tanh(x);
    case Function::softplus:
      return activation::softplus(R(x));
    case Function::softsign:
      return activation::softsign(R(x));
    case Function::leaky_relu:
      return activation::leaky_relu(R(x), alpha);
    case Function::elu:
      return activation::elu(R(x), alpha);
    case Function::celu:
      return maximum(R(0), x) + minimum(R(0), R(alpha * (real::exp(x / alpha) - 1)));
    case Function::thresholded_relu:
      return x > R(alpha) ? x : R(0);
    case Function::clip:
      return minimum(maximum(R(x), R(alpha)), R(beta));
    case Function::hard_sigmoid:
      return activation::hard_sigmoid(R(x), alpha, beta);
    case Function::scaled_tanh:
      return activation::scaled_tanh(R(x), alpha, beta);
    case Function::parametric_softplus:
      return alpha * activation::softplus(R(beta * x));
    case Function::selu:
      return gamma * activation::elu(R(x), alpha);
  }
  return x;
}

}  // namespace etalon
