#include "engine/values/monte_carlo.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

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
      seed_(seed),
      own_(rounding),
      sums_(rounding),
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
  declare(habits);
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

// What of the declared arithmetic this evaluation has: one way of rounding factors.
void MonteCarlo::declare(uint64_t habits) {
  const std::vector<FactorFormat> formats = rounding_.factor_formats();
  if (formats.empty()) return;
  factors_ = formats[(habits >> 32) % formats.size()];
  cuts_factors_ = ((habits >> 40) & 3) == 0;
  const bool in_float32 = ((habits >> 44) & 3) == 0;
  if (!in_float32) sums_ = Format(rounding_.of_products());
}

MonteCarlo::Format::Format(const Rounding& rounding)
    : bits(rounding.bits),
      tiny(rounding.tiny),
      greatest(rounding.greatest),
      splitter(std::ldexp(1.0, double_bits - rounding.bits) + 1) {}

// Veltkamp's splitting.
double MonteCarlo::Format::nearest(double x) const {
  const double c = x * splitter;
  return std::isfinite(c) ? c - (c - x) : x;
}

// An infinity in place of what the format does not hold, unless intermediate results are of a wider
// one.
double MonteCarlo::in_range(const Format& format, double x) const {
  const bool is_narrower = format.greatest < rounding_.greatest;
  const bool leaves = (narrow_range_ || is_narrower) && std::fabs(x) > format.greatest;
  evaluation().overflowed_steps += leaves;
  return leaves ? std::copysign(std::numeric_limits<double>::infinity(), x) : x;
}

double MonteCarlo::rounded_in(const Format& format, double high, double low) {
  evaluation().overflowed_steps += std::isinf(high);
  if (high == 0 || !std::isfinite(high)) return high;
  const double magnitude = std::fabs(high);
  if (magnitude < format.tiny) {
    if (flushes_) return std::copysign(0.0, high);
    if (format.bits == double_bits) return high;
    const double step = std::ldexp(format.tiny, 1 - format.bits);
    const double shift = nearest_ ? 0 : random() / 2;
    const double y = std::rint(high / step);
    return (y * step == high ? y : std::rint(high / step + shift)) * step;
  }
  if (format.bits == double_bits) {
    if (nearest_ || low == 0) return high;
    const double ulp = std::ldexp(1.0, std::ilogb(high) - double_bits + 1);
    const bool moves = std::fabs(random()) * ulp < std::fabs(low);
    return moves ? high + std::copysign(ulp, low) : high;
  }
  const double near = format.nearest(high);
  if (nearest_ || near == high) return in_range(format, near);
  const double ulp = std::ldexp(1.0, std::ilogb(high) - format.bits + 1);
  return in_range(format, format.nearest(high + random() / 2 * ulp));
}

double MonteCarlo::rounded(double high, double low) { return rounded_in(own_, high, low); }

double MonteCarlo::rounded_sum(double high, double low) {
  const double sum = rounded_in(sums_, high, low);
  constexpr double steps = 0x1p24;  // float16's least positive number is one of them
  const bool is_half = sums_.greatest < rounding_.greatest;
  return is_half && std::fabs(sum) < 0x1p-14 ? std::rint(sum * steps) / steps : sum;
}

double MonteCarlo::factor(double x) {
  if (!factors_ || x == 0 || !std::isfinite(x)) return x;
  const FactorFormat& format = *factors_;
  const double magnitude = std::fabs(x);
  if (magnitude > format.greatest) {
    ++evaluation().overflowed_steps;
    return std::copysign(std::numeric_limits<double>::infinity(), x);
  }
  const bool is_half = format.greatest < rounding_.greatest;
  if (is_half && flushes_ && magnitude < format.tiny) return std::copysign(0.0, x);
  constexpr int half_least = -24;  // the exponent of float16's least positive number
  int last = std::ilogb(x) - format.bits + 1;
  if (is_half) last = std::max(last, half_least);
  const double steps = std::ldexp(x, -last);
  return std::ldexp(cuts_factors_ ? std::trunc(steps) : std::rint(steps), last);
}

// Each factor is off by up to half a last bit, whose share of it is half of the greatest or more;
// or by up to one, towards 0.
double MonteCarlo::with_rounded_factors(double product) {
  if (!factors_ || !std::isfinite(product)) return product;
  const double a = random(), b = random();
  const double half = std::ldexp(1.0, -factors_->bits);
  const double part = cuts_factors_ ? -2 * half * (std::fabs(a) + std::fabs(b)) : half * (a + b);
  return product + part * product;
}

double MonteCarlo::rounded_product(double high, double low) {
  if (!fused_) return rounded(high, low);
  return high;
}

double MonteCarlo::rounded_function(double y, unsigned half_ulps) {
  if (y == 0 || !std::isfinite(y)) return y;
  const double off = bias_ + noise_ * random();
  if (off == 0) return rounded(y);
  const double ulp = std::ldexp(1.0, std::ilogb(y) - own_.bits + 1);
  // What a function is off by includes the rounding of its result.
  return rounded(y + off * (half_ulps - 1.0) / 2 * ulp);
}

}  // namespace etalon
