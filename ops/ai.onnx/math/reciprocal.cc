// Reciprocal: Y = 1 / X, elementwise.
//   1, 6, 13  13: bfloat16
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values reciprocal(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {Tensor::of(X.dtype(), 1.0 / X.as<double>())};
}

const Operator op("Reciprocal", reciprocal, {1, 6, 13});

}  // namespace
}  // namespace etalon
