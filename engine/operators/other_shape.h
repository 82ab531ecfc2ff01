// Shapes that the specification leaves open; beside choice.h.
#pragma once

#include <string_view>

#include "engine/values/tensor.h"

namespace etalon {

// There may be a tensor of another shape in Y's place where `open` holds. One of Y's shape has Y's
// elements: any_shape of choice.h leaves these open, too.
Tensor other_shape(const Tensor& Y, std::string_view point, bool open);

}  // namespace etalon
