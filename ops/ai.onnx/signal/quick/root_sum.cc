#include "ops/ai.onnx/signal/quick/root_sum.h"

#include <algorithm>

#include "engine/values/evaluation.h"

namespace etalon {
namespace {

constexpr long enough_bits = 6000;  // for any sum of products of doubles

}  // namespace

void RootSum::add(size_t t, const ArbBall& w) {
  const Setting exact(&Evaluation::precision, enough_bits);
  weights_[t % weights_.size()] += w;
}

void RootSum::add_cosine(size_t t, const ArbBall& w) {
  const size_t turns = weights_.size();
  add(t, w);
  add(turns - t % turns, w);
}

// 2 sin(φ) = (e^iφ - e^-iφ) / i, and 1 / i is three quarters of a turn.
void RootSum::add_sine(size_t t, const ArbBall& w) {
  const size_t turns = weights_.size(), quarters = 3 * (turns / 4);
  add(t + quarters, w);
  add(turns - t % turns + quarters, -w);
}

ArbBall RootSum::product(double a, double b) {
  const Setting exact(&Evaluation::precision, enough_bits);
  return ArbBall(a) * ArbBall(b);
}

// The sum is p(ζ) with ζ = e^(2πi / N), a root of the cyclotomic polynomial Φ, which divides p if
// and only if p(ζ) = 0. The other roots of z^N - 1 are those of the polynomials z^(N/r) - 1 for
// primes r that divide N, and ζ is none of them. So p(ζ) = 0 if and only if p times all of these
// is 0 modulo z^N - 1: to multiply by one is to turn the weights, and to subtract.
bool RootSum::vanishes() const {
  const Setting exact(&Evaluation::precision, enough_bits);
  const size_t N = weights_.size();
  std::vector<ArbBall> p = weights_;
  const auto multiply = [&](size_t r) {
    std::vector<ArbBall> turned = p;
    std::rotate(turned.rbegin(), turned.rbegin() + static_cast<std::ptrdiff_t>(N / r),
                turned.rend());
    for (size_t i = 0; i < N; ++i) p[i] = turned[i] - p[i];
  };
  size_t rest = N;
  for (size_t r = 2; r * r <= rest; ++r) {
    if (rest % r != 0) continue;
    multiply(r);
    while (rest % r == 0) rest /= r;
  }
  if (rest > 1) multiply(rest);
  return std::all_of(p.begin(), p.end(), [](const ArbBall& w) { return arb_is_zero(w.get()); });
}

}  // namespace etalon
