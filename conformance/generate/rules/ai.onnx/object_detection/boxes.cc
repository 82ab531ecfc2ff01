#include "conformance/generate/rules/ai.onnx/object_detection/boxes.h"

namespace etalon::rules {

std::vector<double> draw_box(Draw& draw, size_t height, size_t width, double step) {
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
