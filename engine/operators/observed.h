// What a runtime gave for the outputs of the node that is evaluated.
#pragma once

#include "engine/values/value.h"

namespace etalon {

// Output i of Evaluation::observed, if it is known to be a tensor of this type and shape; otherwise
// nullptr.
const Tensor* observed_output(size_t i, DType type, const Shape& shape);

}  // namespace etalon
