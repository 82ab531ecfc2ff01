// Rfft and Irfft.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/operators/delegate.h"

namespace etalon {

// onesided “must be 1”, normalized “must be 0”, and the transforms are of one dimension.
inline void require_plain_transform(const Call& call) {
  if (call.integer("onesided") != 1) throw InvalidInput("onesided is not 1");
  if (call.integer("normalized") != 0) throw InvalidInput("normalized is not 0");
  const int64_t signal_ndim = call.integer("signal_ndim");
  if (signal_ndim != 1) {
    throw Unspecified("signal_ndim is {}, but the text defines only one dimension", signal_ndim);
  }
}

}  // namespace etalon
