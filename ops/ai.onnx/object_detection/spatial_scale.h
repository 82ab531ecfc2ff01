// The scale of regions, for MaxRoiPool and RoiAlign.
#pragma once

#include "engine/operators/operator.h"

namespace etalon {

// Attribute spatial_scale. Throws InvalidInput unless it is greater than 0.
inline double spatial_scale_of(const Call& call) {
  const double spatial_scale = call.real("spatial_scale");
  if (!(spatial_scale > 0)) {
    throw InvalidInput("spatial_scale {} is not greater than 0", spatial_scale);
  }
  return spatial_scale;
}

}  // namespace etalon
