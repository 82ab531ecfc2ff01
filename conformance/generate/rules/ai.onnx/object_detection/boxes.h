// Inputs of the operators on regions.
#pragma once

#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// [x1, y1, x2, y2] in an image, with x1 < x2 and y1 < y2, in multiples of `step`.
std::vector<double> draw_box(Draw& draw, size_t height, size_t width, double step);

}  // namespace etalon::rules
