// Sqrt: Y = √X, elementwise; NaN below 0.
//   1, 6, 13  13: bfloat16
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values sqrt(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {Tensor::of(X.dtype(), xt::sqrt(X.as<double>()))};
}

const Operator op("Sqrt", sqrt, {1, 6, 13});

}  // namespace
}  // namespace etalon
