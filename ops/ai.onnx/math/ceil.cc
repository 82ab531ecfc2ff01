// Ceil: Y = ⌈X⌉, elementwise; ±0, ±∞ and NaN stay.
//   1, 6, 13  13: bfloat16
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Values ceil(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {either_zero(Tensor::of(X.dtype(), xt::ceil(X.as<double>())), "zero_result")};
}

const Operator op("Ceil", ceil, {1, 6, 13});

}  // namespace
}  // namespace etalon
