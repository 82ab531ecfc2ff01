// BitwiseNot: Y = ~X, every bit flipped, elementwise.
//   18
#include "engine/formula.h"

namespace etalon {
namespace {

Values bitwise_not(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {over_integers(X.dtype(), [&]<class T>() { return Tensor::of(X.dtype(), ~X.as<T>()); })};
}

const Operator op("BitwiseNot", bitwise_not, {18});

}  // namespace
}  // namespace etalon
