// FusedGemm: its operands, and its activation.
#pragma once

#include "ops/ai.onnx/math/activations.h"
#include "ops/ai.onnx/math/gemm.h"

namespace etalon {

// Attributes `activation`, activation_alpha, activation_beta and activation_gamma; the identity
// where no activation is named.
struct GemmActivation {
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
    hard_sigmoid,
    scaled_tanh,
    parametric_softplus,
    selu
  };
  // Throws Unspecified for a name that no text has, InvalidInput where a parameter is left out.
  explicit GemmActivation(const Call& call);

  template <class R>
  R operator()(const R& x) const;

  Function function = Function::none;
  double alpha = 0, beta = 0, gamma = 0;
};

// The operands of Gemm. Throws Unspecified for integers, of which no text says what an activation
// is.
inline Gemm gemm_of_floats(const Call& call) {
  const DType type = call.tensor("A").dtype();
  if (is_float(type)) return Gemm(call);
  throw Unspecified("the text does not say what an activation of {} means", name(type));
}

template <class R>
R GemmActivation::operator()(const R& x) const {
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
