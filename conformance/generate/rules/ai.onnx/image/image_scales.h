// Resize and Upsample.
#pragma once

#include <cmath>
#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// One scale per axis: multiples of 1/4, so that the products with the lengths are exact.
inline std::vector<double> draw_scales(Draw& draw, size_t rank, double low, double high) {
  std::vector<double> scales(rank, 1);
  const size_t images = rank > 3 ? rank - 2 : 0;  // [N, C, …] keeps N and C
  for (size_t axis = images; axis < rank; ++axis) {
    scales[axis] = std::rint(4 * draw.real(low, high)) / 4;
  }
  return scales;
}

}  // namespace etalon::rules
