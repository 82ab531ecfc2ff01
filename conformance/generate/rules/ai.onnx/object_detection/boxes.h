// Inputs of the operators on regions.
#pragma once

#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// [x1, y1, x2, y2] in an image, with x1 < x2 and y1 < y2, in multiples of `step`.
inline std::vector<double> draw_box(Draw& draw, size_t height, size_t width, double step) {
  const auto pair = [&](size_t length) {
    const double steps = static_cast<double>(length - 1) / step;
    const auto first = static_cast<double>(draw.below(static_cast<size_t>(steps)));
    const double rest = 1 + static_cast<double>(draw.below(static_cast<size_t>(steps - first)));
    return std::vector<double>{first * step, (first + rest) * step};
  };
  const std::vector<double> x = pair(width);
  const std::vector<double> y = pair(height);
  return {x[0], y[0], x[1], y[1]};
}

}  // namespace etalon::rules
