#include "engine/values/monte_carlo.h"

#include <cmath>
#include <limits>
#include <utility>

#include "engine/values/evaluation.h"
#include "engine/values/tensor.h"

namespace etalon {
namespace {

// The next number of a stream (Steele, Lea and Flood: Fast splittable pseudorandom number
// generators, 2014).
uint64_t next(uint64_t& state) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

constexpr int double_bits = std::numeric_limits<double>::digits;

}  // namespace

MonteCarlo::MonteCarlo(const Rounding& rounding, uint64_t seed)
    : rounding_(rounding),
      splitter_(std::ldexp(1.0, double_bits - rounding.bits) + 1),
      state_(seed * 0xd1342543de82ef95 + 1),
      nearest_(seed == 0),
      fused_(false),
      flushes_(false),
      narrow_sums_(true),
      narrow_range_(false),
      parts_(1),
      bias_(0),
      noise_(0) {
  if (seed == 0) return;
  constexpr uint64_t most_doublings = 5;
  const uint64_t habits = next(state_);
  nearest_ = (habits & 1) != 0;
  fused_ = (habits & 2) != 0;
  flushes_ = (habits & 4) != 0;
  narrow_sums_ = (habits & 0x18) != 0;
  narrow_range_ = (habits & 0x100000) != 0;
  const bool in_order = (habits & 0x80000) != 0;
  if (!in_order) parts_ = size_t{1} << (1 + (habits >> 8) % most_doublings);
  const bool exact_functions = (habits & 0xe0) == 0;
  if (exact_functions) return;
  bias_ = random();
  noise_ = 1 - std::fabs(bias_);
}

double MonteCarlo::random() {
  return static_cast<double>(static_cast<int64_t>(next(state_))) * 0x1p-63;
}

// To the nearest number of so many bits (Veltkamp's splitting).
double MonteCarlo::to_bits(double x) const {
  const double c = x * splitter_;
  return std::isfinite(c) ? c - (c - x) : x;
}

// An infinity in place of what the type does not hold, unless intermediate results are of a wider
// one.
double MonteCarlo::in_range(double x) const {
  const bool leaves = narrow_range_ && std::fabs(x) > rounding_.greatest;
  evaluation().overflowed_steps += leaves;
  return leaves ? std::copysign(std::numeric_limits<double>::infinity(), x) : x;
}

double MonteCarlo::rounded(double high, double low) {
  evaluation().overflowed_steps += std::isinf(high);
  if (high == 0 || !std::isfinite(high)) return high;
  const double magnitude = std::fabs(high);
  if (magnitude < rounding_.tiny) {
    if (flushes_) return std::copysign(0.0, high);
    if (rounding_.bits == double_bits) return high;
    const double step = std::ldexp(rounding_.tiny, 1 - rounding_.bits);
    const double shift = nearest_ ? 0 : random() / 2;
    const double y = std::rint(high / step);
    return (y * step == high ? y : std::rint(high / step + shift)) * step;
  }
  if (rounding_.bits == double_bits) {
    if (nearest_ || low == 0) return high;
    const double ulp = std::ldexp(1.0, std::ilogb(high) - double_bits + 1);
    const bool moves = std::fabs(random()) * ulp < std::fabs(low);
    return moves ? high + std::copysign(ulp, low) : high;
  }
  const double near = to_bits(high);
  if (nearest_ || near == high) return in_range(near);
  const double ulp = std::ldexp(1.0, std::ilogb(high) - rounding_.bits + 1);
  return in_range(to_bits(high + random() / 2 * ulp));
}

double MonteCarlo::rounded_product(double high, double low) {
  if (!fused_) return rounded(high, low);
  return high;
}

double MonteCarlo::rounded_function(double y, unsigned half_ulps) {
  if (y == 0 || !std::isfinite(y)) return y;
  const double off = bias_ + noise_ * random();
  if (off == 0) return rounded(y);
  const double ulp = std::ldexp(1.0, std::ilogb(y) - rounding_.bits + 1);
  // What a function is off by includes the rounding of its result.
  return rounded(y + off * (half_ulps - 1.0) / 2 * ulp);
}

}  // namespace etalon
