// Floor: Y = ⌊X⌋, elementwise; ±0, ±∞ and NaN stay.
//   1, 6, 13  13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values floor(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {each(X, [](const auto& x) { return real::floor(x); })};
}

const Operator op("Floor", floor, {1, 6, 13});

}  // namespace
}  // namespace etalon
