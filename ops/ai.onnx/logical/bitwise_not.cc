// BitwiseNot: Y = ~X, every bit flipped, elementwise.
//   18
#include "ops/ai.onnx/logical/bitwise.h"

namespace etalon {
namespace {

Values bitwise_not(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {integral(X.dtype(), [&]<class T>() { return Tensor::of(X.dtype(), ~X.as<T>()); })};
}

const Operator op("BitwiseNot", bitwise_not, {18});

}  // namespace
}  // namespace etalon
