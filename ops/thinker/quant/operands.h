// What iqAdd, iqSub, iqMul and iqDiv share: their second operand.
#pragma once

#include "ops/thinker/thinker.h"

namespace etalon::thinker {

// rhs as integers at scale_y: int8 as it is, and a float scalar as sat8(⌊rhs · scale_y + ½⌋).
// Throws InvalidInput for floats that are not a scalar.
inline Reals rhs_at_scale_y(const Call& call) {
  const Tensor& rhs = call.tensor("rhs");
  if (!is_float(rhs.dtype())) return rhs.as<double>();
  if (rhs.size() == 1) {
    return rescaled(rhs.as<double>(), scale_attribute(call, "scale_y"), 1).as<double>();
  }
  throw InvalidInput("rhs has the shape {}; of floats only a scalar is quantized",
                     to_string(rhs.shape()));
}

}  // namespace etalon::thinker
