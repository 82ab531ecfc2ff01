// Whether a sum of roots of unity is 0: what no number of bits can tell.
#pragma once

#include <vector>

#include "engine/numerics/arb_ball.h"

namespace etalon {

// Σ w · e^(2πi t / turns), with weights w that are exact, and not special.
class RootSum {
 public:
  // `turns` is a multiple of 4.
  explicit RootSum(size_t turns) : weights_(turns, ArbBall(0)) {}

  void add(size_t t, const ArbBall& w);
  // 2 w cos(2πt / turns), and the same of the sine.
  void add_cosine(size_t t, const ArbBall& w);
  void add_sine(size_t t, const ArbBall& w);
  // a · b, exactly.
  static ArbBall product(double a, double b);

  // True if the sum is 0, which is exact.
  bool vanishes() const;

 private:
  std::vector<ArbBall> weights_;  // of each root
};

}  // namespace etalon
