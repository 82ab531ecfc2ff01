// Floor: Y = ⌊X⌋, elementwise; ±0, ±∞ and NaN stay.
//   1, 6, 13  13: bfloat16
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values floor(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {Tensor::of(X.dtype(), xt::floor(X.as<double>()))};
}

const Operator op("Floor", floor, {1, 6, 13});

}  // namespace
}  // namespace etalon
