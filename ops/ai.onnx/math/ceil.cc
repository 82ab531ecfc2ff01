// Ceil: Y = ⌈X⌉, elementwise; ±0, ±∞ and NaN stay.
//   1, 6, 13  13: bfloat16
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values ceil(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {Tensor::of(X.dtype(), xt::ceil(X.as<double>()))};
}

const Operator op("Ceil", ceil, {1, 6, 13});

}  // namespace
}  // namespace etalon
