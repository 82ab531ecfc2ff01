// What the sequence family shares.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// `position` in [-size, most], where most is size - 1 or, for places between items, size; a
// negative one counts from the end.
inline std::ptrdiff_t place_in(const Sequence& sequence, int64_t position, bool between) {
  const auto size = static_cast<int64_t>(sequence.items.size());
  const int64_t most = between ? size : size - 1;
  if (position < -size || position > most) {
    throw InvalidInput("position {} is outside [{}, {}]", position, -size, most);
  }
  return position < 0 ? position + size : position;
}

}  // namespace etalon
