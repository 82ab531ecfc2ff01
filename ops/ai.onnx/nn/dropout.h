// Dropout: whether it trains.
#pragma once

#include "engine/operators/operator.h"
#include "engine/values/tensor.h"

namespace etalon {

inline bool trains(const Call& call) {
  if (call.since_version() < 7) return !call.flag("is_test");
  if (call.since_version() < 12) return false;
  const Tensor* training_mode = call.maybe("training_mode");
  return training_mode && training_mode->item<bool>();
}

}  // namespace etalon
