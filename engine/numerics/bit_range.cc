#include "engine/numerics/bit_range.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace etalon {
namespace {

constexpr auto infinity = std::bit_cast<int64_t>(std::numeric_limits<double>::infinity());

// Of a positive number, from its bits.
int lowest_bit(int64_t bits) {
  constexpr int fraction_bits = 52, bias = 1023;
  const int exponent = std::max(1, static_cast<int>(bits >> fraction_bits));
  const auto fraction = static_cast<uint64_t>(bits) | uint64_t{1} << fraction_bits;
  return exponent - bias - fraction_bits + std::countr_zero(fraction);
}

}  // namespace

BitRange joined(const BitRange& a, const BitRange& b) {
  const auto is_none = [](const BitRange& range) { return range.lowest == range.top; };
  if (is_none(a) || is_none(b)) return is_none(a) ? b : a;
  return {std::min(a.lowest, b.lowest), std::max(a.top, b.top)};
}

std::optional<BitRange> bit_range(const double* values, size_t count) {
  int64_t greatest = 0;  // the bits of sizes are ordered as the sizes
  int lowest = std::numeric_limits<int>::max();
  for (size_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<int64_t>(std::fabs(values[i]));
    greatest = std::max(greatest, bits);
    lowest = bits == 0 ? lowest : std::min(lowest, lowest_bit(bits));
  }
  if (greatest >= infinity) return std::nullopt;
  if (greatest == 0) return BitRange{0, 0};
  return BitRange{lowest, std::ilogb(std::bit_cast<double>(greatest)) + 1};
}

}  // namespace etalon
