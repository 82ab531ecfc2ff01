// BitwiseOr: C = A | B, the or of each pair of bits, elementwise with broadcasting.
//   18
#include "engine/formula.h"

namespace etalon {
namespace {

Values bitwise_or(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  return {over_integers(A.dtype(),
                        [&]<class T>() { return Tensor::of(A.dtype(), A.as<T>() | B.as<T>()); })};
}

const Operator op("BitwiseOr", bitwise_or, {18});

}  // namespace
}  // namespace etalon
