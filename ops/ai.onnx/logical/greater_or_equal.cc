// GreaterOrEqual: C = A ≥ B, elementwise with broadcasting; false where either is NaN.
//   12, 16    16: bfloat16
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

Values greater_or_equal(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  return {numeric(A.dtype(), [&]<class T>() {
    return Tensor::of(DType::boolean, xt::greater_equal(A.as<T>(), B.as<T>()));
  })};
}

const Operator op("GreaterOrEqual", greater_or_equal, {12, 16});

}  // namespace
}  // namespace etalon
