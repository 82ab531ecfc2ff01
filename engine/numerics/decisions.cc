#include "engine/numerics/decisions.h"

#include <algorithm>

namespace etalon {

void DecisionLog::compared(double a, double b) {
  const Side side = a < b    ? Side::less
                    : a == b ? Side::equal
                    : a > b  ? Side::greater
                             : Side::unordered;
  const size_t place = std::min(place_++, most_places);
  size_t& count = counts_[place * side_count + static_cast<size_t>(side)];
  const size_t element = elements_ == 0 ? 0 : elements_ - 1;
  if (++count <= most_) comparisons_.push_back({place, side, a, b, element});
}

}  // namespace etalon
