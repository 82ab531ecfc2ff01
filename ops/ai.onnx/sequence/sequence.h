// What the sequence family shares: positions in sequences.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// A negative position counts from the end. Throws InvalidInput outside [-size, greatest].
inline std::ptrdiff_t checked_position(int64_t position, int64_t size, int64_t greatest) {
  if (position < -size || position > greatest) {
    throw InvalidInput("position {} is outside [{}, {}]", position, -size, greatest);
  }
  return position < 0 ? position + size : position;
}

// The input `position` of SequenceAt and SequenceErase, which is a scalar; `otherwise` where it is
// left out.
inline int64_t position_of(const Call& call, int64_t otherwise = 0) {
  const Tensor* position = call.maybe("position");
  if (!position) return otherwise;
  require_rank("position", *position, 0);
  return position->item<int64_t>();
}

// The index of the item at `position`, which is in [-size, size - 1].
inline std::ptrdiff_t item_at(const Sequence& sequence, int64_t position) {
  const auto size = static_cast<int64_t>(sequence.items.size());
  return checked_position(position, size, size - 1);
}

// The index before which an item is inserted at `position`, which is in [-size, size].
inline std::ptrdiff_t insertion_at(const Sequence& sequence, int64_t position) {
  const auto size = static_cast<int64_t>(sequence.items.size());
  return checked_position(position, size, size);
}

}  // namespace etalon
