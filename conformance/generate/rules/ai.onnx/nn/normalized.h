// LayerNormalization and RMSNormalization.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Sets the axis; returns the dimensions from it on, which are the shape of the scale.
Shape draw_normalized(Drafting& call, const Shape& shape);

}  // namespace etalon::rules
