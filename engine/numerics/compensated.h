// A sum whose rounding errors are summed beside it.
//
// Source: A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen",
// 1974.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "engine/numerics/ball.h"

namespace etalon {

// The rounding error of a sum a + b of doubles, exactly (Knuth); NaN if the sum is not finite.
inline double lost_by_adding(double a, double b, double sum) {
  const double part = sum - a;
  return (a - (sum - part)) + (b - part);
}

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
  // Contains the exact sum for all values within their radii.
  Ball ball() const { return ball(sum_, lost_, errors_, radius_, count_); }

 private:
  friend class CompensatedSums;
  static Ball ball(double sum, double lost, double errors, double radius, double count) {
    if (errors == 0 && radius == 0) return sum;
    // The sum of the errors is itself rounded at each addition.
    const double unknown = count * Ball::half_ulp * errors + radius;
    return Ball(sum) + Ball(lost, unknown * (1 + 0x1p-30));
  }

  double sum_;
  double lost_ = 0;
  double errors_ = 0;  // Σ |rounding error|
  double radius_ = 0;  // Σ radius
  double count_ = 0;
};

// Several compensated sums side by side.
class CompensatedSums {
 public:
  explicit CompensatedSums(size_t sums, double first = -0.0)
      : sums_(sums, first), lost_(sums), errors_(sums) {}

  // Adds factor · values[i], a product that is exact, to each sum i.
  void add(double factor, const double* values);
  Ball ball(size_t i) const { return Compensated::ball(sums_[i], lost_[i], errors_[i], 0, count_); }

 private:
  std::vector<double> sums_, lost_;
  std::vector<double> errors_;  // Σ |rounding error|
  double count_ = 0;
};

}  // namespace etalon
