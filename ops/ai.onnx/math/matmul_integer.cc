// MatMulInteger: Y = (A - a_zero_point) · (B - b_zero_point), NumPy's matmul, in 32 bits that wrap.
// A zero point is one value, one for each row of A or column of B, or shaped as [..., M, 1] or
// [..., 1, N].
//   10
#include "engine/numerics/matmul.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

Values matmul_integer(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const Tensor* a_zero_point = call.maybe("a_zero_point");
  const Tensor* b_zero_point = call.maybe("b_zero_point");
  const Reals a = a_zero_point ? centred(A, by_row(*a_zero_point)) : A.as<double>();
  const Reals b = b_zero_point ? centred(B, *b_zero_point) : B.as<double>();
  const Reals Y = matmul(a, b, Products::exact);  // 8-bit factors
  return {Tensor::of(DType::int32, xt::cast<int64_t>(Y))};
}

const Operator op("MatMulInteger", matmul_integer, {10});

}  // namespace
}  // namespace etalon
