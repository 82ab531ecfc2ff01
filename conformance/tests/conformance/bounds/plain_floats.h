// Operators as a runtime may compute them in float32: every operation is rounded to float32, and
// sums are added in a random order. They know nothing of Etalon's numerics.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/draw.h"
#include "engine/operators/operator.h"

namespace etalon::plain_floats {

using Floats = std::vector<float>;
using Integers = std::vector<int64_t>;

struct PlainOperator {
  std::string name;  // as for `etalon generate --operator`
  // The first output, of this shape.
  Floats (*evaluate)(const Call& call, const Shape& shape, Draw& draw);
};
// Whose elements are sums of several terms; each by itself.
const std::vector<PlainOperator>& sums();
const std::vector<PlainOperator>& elementwise();

// The coordinates of an element, and the position of an element in a tensor that is broadcast to
// where these are the coordinates.
Integers coordinates(size_t position, const Shape& shape);
size_t position_of(const Integers& at, const Shape& shape);

}  // namespace etalon::plain_floats
