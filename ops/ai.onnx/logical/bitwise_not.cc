// BitwiseNot: Y = ~X, every bit flipped, elementwise.
//   18
#include "ops/ai.onnx/logical/bitwise.h"

namespace etalon::bitwise_not_operator {
namespace {

Values bitwise_not(const Call& call) {
  const Tensor& X = call.tensor("X");
  return {integral(X.dtype(), [&]<class T>() { return Tensor::of(X.dtype(), ~X.as<T>()); })};
}

const Operator op("BitwiseNot", {{18, bitwise_not}});

}  // namespace
}  // namespace etalon::bitwise_not_operator
