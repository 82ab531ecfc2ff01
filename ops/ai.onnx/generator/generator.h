// What the random generators share: arrays of draws.
#pragma once

#include "engine/formula.h"
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

}  // namespace etalon
