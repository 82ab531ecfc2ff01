// The activation functions that RNN, GRU and LSTM name, and that other operators use. Each is a
// formula over any number type R.
#pragma once

#include "engine/formula.h"
#include "engine/numerics/arb_ball.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "ops/ai.onnx/runtime_type.h"

namespace etalon::activation {

template <class R>
R affine(R x, double alpha, double beta) {
  return alpha * x + beta;
}

template <class R>
R elu(R x, double alpha) {
  return x < 0 ? alpha * (real::exp(x) - 1) : x;
}

template <class R>
R hard_sigmoid(R x, double alpha, double beta) {
  return maximum(R(0), minimum(R(1), alpha * x + beta));
}

template <class R>
R leaky_relu(R x, double alpha) {
  return x < 0 ? alpha * x : x;
}

template <class R>
R relu(R x) {
  return maximum(R(0), x);
}

template <class R>
R scaled_tanh(R x, double alpha, double beta) {
  return alpha * real::tanh(beta * x);
}

template <class R>
R exact_sigmoid(const R& x) {
  return 1 / (1 + real::exp(-x));
}
template <class R>
R sigmoid(R x) {
  return exact_sigmoid(x);
}
// The same as compilers and vector libraries have it, with an error that is small beside 1.
template <class R>
R sigmoid_by_tanh(const R& x) {
  return 0.5 + 0.5 * real::tanh(0.5 * x);
}
// The same with one bound: the relative error of the exponential and the radius count e / (1 + e)
// times, the slope of ln(sigmoid); the sum and the quotient are half an ULP off each. The factors
// exceed what is left out where the radius is small.
template <>
inline Ball sigmoid(Ball x) {
  const double m = x.middle(), r = x.radius();
  if (x.is_sample() && evaluation().sampled->nearest()) return sigmoid_by_tanh(x);
  const bool is_near = std::fabs(m) < 700 && !x.is_sample() && r < 0.01;
  if (!is_near || m == 0) return exact_sigmoid(x);
  const double e = real::exp(-m), y = 1 / (1 + e);
  return Ball::rounded(y, 0, 1.03 * (Ball::library_error + r) * (e * y) + 3 * Ball::half_ulp);
}
// Whether a runtime's exp(x) may be infinite: not below 10, as every type holds exp(10).
inline bool exp_may_overflow(const ArbBall& x) {
  return !(x.middle() + x.radius() < 10) && may_overflow(real::exp(x));
}
// Of a runtime also by tanh; where its exp(-x) overflows it may be 0.
template <>
inline ArbBall sigmoid(ArbBall x) {
  const ArbBall y = exact_sigmoid(x);
  if (!evaluation().rounding) return y;
  const ArbBall either = hull(y, sigmoid_by_tanh(x));
  return exp_may_overflow(-x) ? hull(either, ArbBall(0)) : either;
}

template <class R>
R exact_softplus(const R& x) {
  return real::log(real::exp(x) + 1);
}
template <class R>
R softplus(R x) {
  return exact_softplus(x);
}
// The same, where exp(x) does not overflow and a small one is not lost beside 1.
template <class R>
R stable_softplus(const R& x) {
  return maximum(x, R(0)) + real::log1p(real::exp(-real::abs(x)));
}
// Of a runtime either.
template <>
inline ArbBall softplus(ArbBall x) {
  const ArbBall y = exact_softplus(x);
  if (!evaluation().rounding) return y;
  return exp_may_overflow(x) ? ArbBall::unknown() : hull(stable_softplus(x), y);
}

template <class R>
R softsign(R x) {
  return x / (1 + real::abs(x));
}

}  // namespace etalon::activation
