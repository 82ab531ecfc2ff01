// LayerNormalization and RMSNormalization.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Sets the axis; gives the shape from it on, which is that of the scale.
Shape draw_normalized(Drafting& call, const Shape& shape);

}  // namespace etalon::rules
