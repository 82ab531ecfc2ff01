#include "conformance/generate/rules/ai.onnx/image/image_scales.h"

#include <cmath>

namespace etalon::rules {

std::vector<double> draw_scales(Draw& draw, size_t rank, double low, double high) {
  std::vector<double> scales(rank, 1);
  const size_t images = rank > 3 ? rank - 2 : 0;  // [N, C, …] keeps N and C
  for (size_t axis = images; axis < rank; ++axis) {
    scales[axis] = std::rint(4 * draw.real(low, high)) / 4;
  }
  return scales;
}

}  // namespace etalon::rules
