// What the random generators share: arrays of draws.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/numerics/random.h"
#include "engine/operators/output_type.h"

namespace etalon {

// draw() for each element in row-major order.
template <class Draw>
Reals drawn(const Shape& shape, Draw draw) {
  Reals values = empty_array<double>(shape);
  for (double& value : values) value = draw();
  return values;
}

inline Reals uniform(const Call& call, const Shape& shape) {
  const double low = call.real("low");
  const double high = call.real("high");
  const std::shared_ptr<RandomStream> stream = random_stream(call);
  return drawn(shape, [&] { return low + (high - low) * stream->uniform(); });
}

inline Reals normal(const Call& call, const Shape& shape) {
  const double mean = call.real("mean");
  const double scale = call.real("scale");
  const std::shared_ptr<RandomStream> stream = random_stream(call);
  return drawn(shape, [&] { return mean + scale * stream->normal(); });
}

}  // namespace etalon
