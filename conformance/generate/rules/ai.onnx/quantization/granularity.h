// QuantizeLinear and DequantizeLinear.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Per tensor or, where the version has an axis, per axis: the shape of scale and zero point.
Shape draw_granularity(Drafting& call, const Shape& shape);

}  // namespace etalon::rules
