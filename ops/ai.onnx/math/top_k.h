// TopK: its order, and how many elements.
#pragma once

#include "engine/formula.h"

namespace etalon {

// Whether one element comes before another. NaN counts as larger than all numbers.
struct TopKOrder {
  explicit TopKOrder(const Call& call)
      : largest(call.since_version() < 11 || call.flag("largest")) {}

  template <class T>
  bool operator()(T a, T b) const {
    return largest ? less(b, a) : less(a, b);
  }
  template <class T>
  static bool less(T a, T b) {
    return a < b || (a == a && b != b);
  }

  bool largest;
};

// 0 gives no elements: the text of version 1 has a shape for it; the later ones ask for "a single
// positive value", which the detectors that find nothing break (open point k_zero).
inline int64_t number_asked_for(const Call& call) {
  if (call.since_version() < 10) return call.integer("k");
  require_shape("K", call.tensor("K"), {1});
  return call.tensor("K").item<int64_t>();
}

}  // namespace etalon
