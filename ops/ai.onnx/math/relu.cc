// Relu: Y = max(0, X), elementwise.
//   1, 6, 13  13: bfloat16
//   14        signed integers
#include "engine/numerics/elementwise.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

Values relu(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor Y = arithmetic(X, []<class T>(const T& x) -> T { return maximum(T(0), x); });
  const auto zero = [&] { return Tensor::zeros(X.dtype(), {}); };
  return {either_zero(nan_or_number(Y, "nan", zero), "negative_zero")};
}

const Operator op("Relu", relu, {1, 6, 13, 14});

}  // namespace
}  // namespace etalon
