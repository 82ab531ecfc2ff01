#include "engine/numerics/decisions.h"

#include <algorithm>

namespace etalon {

void DecisionLog::compared(double a, double b) {
  constexpr size_t enough = 8;  // of one place and side
  const Side side = a < b    ? Side::less
                    : a == b ? Side::equal
                    : a > b  ? Side::greater
                             : Side::unordered;
  const size_t place = std::min(place_++, most_places);
  size_t& count = counts_[place * side_count + static_cast<size_t>(side)];
  if (++count <= enough) comparisons_.push_back({place, side, a, b});
}

}  // namespace etalon
