#include "engine/numerics/bit_range.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace etalon {
namespace {

// The least of the numbers' lowest bits and the greatest of the numbers, both positive; the one
// infinite and the other 0 where all numbers are 0.
struct Ends {
  double lowest_bit, greatest;
};

// Where a number is not finite, `greatest` is not either.
#ifdef __x86_64__
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
Ends ends_of(const double* values, size_t count) {
  constexpr uint64_t fraction = (uint64_t{1} << 52) - 1;
  double lowest_bit = std::numeric_limits<double>::infinity();
  uint64_t greatest = 0;  // the bits of positive numbers are ordered as the numbers
  for (size_t i = 0; i < count; ++i) {
    const double size = std::fabs(values[i]);
    const auto bits = std::bit_cast<uint64_t>(size);
    const uint64_t others = (bits & fraction) == 0 ? 0 : bits & (bits - 1);  // without the lowest
    const double lowest = size - std::bit_cast<double>(others);
    lowest_bit = lowest > 0 && lowest < lowest_bit ? lowest : lowest_bit;
    greatest = std::max(greatest, bits);
  }
  return {lowest_bit, std::bit_cast<double>(greatest)};
}

}  // namespace

BitRange joined(const BitRange& a, const BitRange& b) {
  const auto is_none = [](const BitRange& range) { return range.lowest == range.top; };
  if (is_none(a) || is_none(b)) return is_none(a) ? b : a;
  return {std::min(a.lowest, b.lowest), std::max(a.top, b.top)};
}

std::optional<BitRange> bit_range(const double* values, size_t count) {
  const auto [lowest_bit, greatest] = ends_of(values, count);
  if (!std::isfinite(greatest)) return std::nullopt;
  if (greatest == 0) return BitRange{0, 0};
  return BitRange{std::ilogb(lowest_bit), std::ilogb(greatest) + 1};
}

}  // namespace etalon
