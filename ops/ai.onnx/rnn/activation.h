// The activation functions of RNN, GRU and LSTM.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// f(clip(x)) for each element; alpha and beta are 0 where f has none.
struct Activation {
  double (*f)(double x, double alpha, double beta);
  double alpha, beta;
  double clip;

  Reals operator()(const Reals& x) const;
};

// The activations of these names, in order, with the call's activation_alpha, activation_beta and
// clip. Throws InvalidInput for a name that is not an activation's, Unspecified where alpha or beta
// is left out and has no default.
std::vector<Activation> activations(const Call& call, const std::vector<std::string>& names);

}  // namespace etalon
