// The positions of the bits of some numbers, which show whether doubles hold their sums exactly.
#pragma once

#include <cstddef>
#include <optional>

namespace etalon {

// All are multiples of 2^lowest, and below 2^top in size; {0, 0} if all are 0.
struct BitRange {
  int lowest, top;
};

// The range of the numbers of both ranges.
BitRange joined(const BitRange& a, const BitRange& b);

// Nothing if one is infinite or NaN.
std::optional<BitRange> bit_range(const double* values, size_t count);

}  // namespace etalon
