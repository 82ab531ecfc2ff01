// Resize and Upsample.
#pragma once

#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// One scale per axis: multiples of 1/4, so that the products with the lengths are exact.
std::vector<double> draw_scales(Draw& draw, size_t rank, double low, double high);

}  // namespace etalon::rules
