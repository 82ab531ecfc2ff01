// The activation functions of RNN, GRU and LSTM.
#pragma once

#include "engine/numerics/carriers.h"

namespace etalon {

// f(clip(x)) for each element; alpha and beta are 0 where f has none.
struct Activation {
  template <class R>
  using Formula = R (*)(R x, double alpha, double beta);

  Formula<Ball> f;
  Formula<ArbBall> f_of_arb_balls;
  double alpha, beta;
  double clip;

  template <class R>
  Array<R> operator()(const Array<R>& x) const {
    Formula<R> formula = nullptr;
    if constexpr (std::is_same_v<R, Ball>) {
      formula = f;
    } else {
      formula = f_of_arb_balls;
    }
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
