// QLinearMul: C = saturate(round((A − A_zero_point) · (B − B_zero_point) · A_scale · B_scale /
// C_scale) + C_zero_point), elementwise, ties to even; A and B broadcast.
//   1
// The text has neither `round` nor `saturate`: measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values qlinear_mul(const Call& call) {
  const Tensor &A = call.tensor("A"), &B = call.tensor("B");
  const Quantization of_A(call, "A"), of_B(call, "B"), of_C(call, "C");
  const Tensor quotient =
      each(of_A.centred(A), of_B.centred(B), [&]<class R>(const R& a, const R& b) -> R {
        return a * b * of_A.scale * of_B.scale / of_C.scale;
      });
  return requantized(A.dtype(), quotient, of_C);
}

const Operator op("QLinearMul", qlinear_mul, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
