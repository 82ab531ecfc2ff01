#include "engine/numerics/compensated.h"

namespace etalon {

// Without a branch: vectors of sums are added at once, as wide as the machine has them, with the
// same results. Not by clang 14, which gives such a function a name that other files do not know.
#if defined(__x86_64__) && !defined(__clang__)
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
void CompensatedSums::add(double factor, const double* values) {
  double* const sums = sums_.data();
  double* const lost = lost_.data();
  double* const errors = errors_.data();
  for (size_t i = 0; i < sums_.size(); ++i) {
    const double value = factor * values[i];
    const double total = sums[i] + value;
    const double error = lost_by_adding(sums[i], value, total);
    lost[i] += error;
    errors[i] += std::fabs(error);
    sums[i] = total;
  }
  ++count_;
}

}  // namespace etalon
