// Readings of the text whose results may differ in shape.
#pragma once

#include "engine/operators/choice.h"

namespace etalon {

// Y as a whole may be what another option gives, which may have another shape. Where one does, the
// mark of the whole tensor permits that result: its values are all of that result's, in its shape.
// Where several results are possible, it permits anything.
Tensor or_whole(const Tensor& Y, std::string_view point, std::string_view chosen,
                const std::vector<Option>& others);

}  // namespace etalon
