// Twice the precision of double, for chains of operations whose result must be within an ULP of
// double.
//
// Source: T. J. Dekker, "A floating-point technique for extending the available precision", 1971.
#pragma once

#include <cmath>

namespace etalon {

// The sum of two doubles, the second below half an ULP of the first: about 106 bits. An infinite or
// NaN result is that of double arithmetic.
class DoubleDouble {
 public:
  DoubleDouble(double value = 0) : high_(value) {}  // NOLINT: implicit, as from int to double
  explicit operator double() const { return high_; }

  friend DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    const DoubleDouble high = exact_sum(a.high_, b.high_);
    const DoubleDouble low = exact_sum(a.low_, b.low_);
    const DoubleDouble sum = normalised(high.high_, high.low_ + low.high_);
    return normalised(sum.high_, sum.low_ + low.low_);
  }
  friend DoubleDouble operator-(DoubleDouble a) { return {-a.high_, -a.low_}; }
  friend DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }
  friend DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const double product = a.high_ * b.high_;
    const double error = std::fma(a.high_, b.high_, -product);
    return normalised(product, error + (a.high_ * b.low_ + a.low_ * b.high_));
  }
  friend DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
    const double quotient = a.high_ / b.high_;
    if (!std::isfinite(quotient) || !std::isfinite(b.high_)) return quotient;
    const DoubleDouble rest = a - b * quotient;
    return DoubleDouble(quotient) + DoubleDouble(rest.high_ / b.high_);
  }

 private:
  DoubleDouble(double high, double low) : high_(high), low_(low) {}

  static DoubleDouble exact_sum(double a, double b) {
    const double sum = a + b;
    const double part = sum - a;
    const double error = (a - (sum - part)) + (b - part);
    return {sum, std::isfinite(sum) ? error : 0};
  }
  // |low| must be at most |high|.
  static DoubleDouble normalised(double high, double low) {
    if (low == 0 || !std::isfinite(high)) return high;
    const double sum = high + low;
    return {sum, std::isfinite(sum) ? low - (sum - high) : 0};
  }

  double high_;
  double low_ = 0;
};

}  // namespace etalon
