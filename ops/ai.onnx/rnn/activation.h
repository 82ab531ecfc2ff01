// The activation functions of RNN, GRU and LSTM.
#pragma once

#include <tuple>

#include "engine/numerics/carriers.h"

namespace etalon {

// f(clip(x)) for each element; alpha and beta are 0 where f has none.
struct Activation {
  template <class R>
  using Formula = R (*)(R x, double alpha, double beta);

  using Formulas = std::tuple<Formula<Ball>, Formula<WideBall>, Formula<ArbBall>>;

  Formulas f;
  double alpha, beta;
  double clip;

  template <class R>
  Array<R> operator()(const Array<R>& x) const {
    const auto formula = std::get<Formula<R>>(f);
    const bool clips = clip < std::numeric_limits<double>::infinity();
    return by_element(x, [&](const R& value) {
      return formula(clips ? minimum(maximum(value, R(-clip)), R(clip)) : value, alpha, beta);
    });
  }
};

// The activations of these names, in order, with the call's activation_alpha, activation_beta and
// clip. Throws InvalidInput for a name that is not an activation's, Unspecified where alpha or beta
// is left out and has no default.
std::vector<Activation> activations(const Call& call, const std::vector<std::string>& names);

}  // namespace etalon
