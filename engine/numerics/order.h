// The order of elements along an axis: the implementation of sorted_along() and best_along() in
// engine/formula.h.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon::detail {

// Tests if one element comes before another, compiled once for each C++ type of exact values.
struct ElementOrder {
  const void* f;
  bool (*doubles)(const void* f, double a, double b);
  bool (*ints)(const void* f, int64_t a, int64_t b);
  bool (*naturals)(const void* f, uint64_t a, uint64_t b);
};

template <class T, class F>
bool comes_before(const void* f, T a, T b) {
  return (*static_cast<const F*>(f))(a, b);
}
template <class F>
ElementOrder element_order(const F& f) {
  return {&f, comes_before<double, F>, comes_before<int64_t, F>, comes_before<uint64_t, F>};
}

Ints sorted_along(const Tensor& X, size_t axis, const ElementOrder& before);
Ints best_along(const Tensor& X, size_t axis, const ElementOrder& better, bool last);

}  // namespace etalon::detail
