// Dropout: whether it trains.
#pragma once

#include "engine/operators/input_shapes.h"

namespace etalon {

inline bool trains(const Call& call) {
  if (call.since_version() < 7) return !call.flag("is_test");
  if (call.since_version() < 12) return false;
  return scalar_input<bool>(call, "training_mode", false);
}

}  // namespace etalon
