// Resize and Upsample.
#pragma once

#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// One an axis: quarters, so that the lengths times them are exact.
std::vector<double> draw_scales(Draw& draw, size_t rank, double low, double high);

}  // namespace etalon::rules
