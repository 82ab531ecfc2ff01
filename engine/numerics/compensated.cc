#include "engine/numerics/compensated.h"

namespace etalon {

// The error of an addition is Knuth's, without a branch: vectors of sums are added at once.
void CompensatedSums::add(double factor, const double* values) {
  double* const sums = sums_.data();
  double* const lost = lost_.data();
  double* const errors = errors_.data();
  for (size_t i = 0; i < sums_.size(); ++i) {
    const double value = factor * values[i];
    const double total = sums[i] + value;
    const double part = total - sums[i];
    const double error = (sums[i] - (total - part)) + (value - part);
    lost[i] += error;
    errors[i] += std::fabs(error);
    sums[i] = total;
  }
  ++count_;
}

}  // namespace etalon
