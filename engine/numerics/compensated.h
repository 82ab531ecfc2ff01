// A sum whose rounding errors are summed beside it.
//
// Source: A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen",
// 1974.
#pragma once

#include <cmath>

#include "engine/numerics/ball.h"

namespace etalon {

class Compensated {
 public:
  // −0 is what a sum begins with: adding any value to it gives that value.
  Compensated(double first = -0.0) : sum_(first) {}  // NOLINT: implicit, as from a number to a sum

  void add(double value) {
    const double total = sum_ + value;
    const double error =
        std::fabs(sum_) >= std::fabs(value) ? (sum_ - total) + value : (value - total) + sum_;
    lost_ += error;
    errors_ += std::fabs(error);
    sum_ = total;
    ++count_;
  }
  void add(const Ball& value) {
    add(value.middle());
    radius_ += value.radius();
  }
  bool finite() const { return std::isfinite(sum_); }
  // For an infinite or NaN sum the errors do not matter.
  double value() const { return finite() && lost_ != 0 ? sum_ + lost_ : sum_; }
  // Contains the exact sum of the values, whatever each is within its radius.
  Ball ball() const {
    if (errors_ == 0 && radius_ == 0) return sum_;
    // The sum of the errors is itself rounded at each addition.
    const double unknown = count_ * Ball::half_ulp * errors_ + radius_;
    return Ball(sum_) + Ball(lost_, unknown * (1 + 0x1p-30));
  }

 private:
  double sum_;
  double lost_ = 0;
  double errors_ = 0;  // Σ |rounding error|
  double radius_ = 0;  // Σ radius
  double count_ = 0;
};

}  // namespace etalon
