// QLinearAdd: C = saturate(round((A_scale · (A − A_zero_point) + B_scale · (B − B_zero_point)) /
// C_scale) + C_zero_point), elementwise, ties to even; A and B broadcast.
//   1
// The text has neither `round` nor `saturate`: measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values qlinear_add(const Call& call) {
  const Tensor &A = call.tensor("A"), &B = call.tensor("B");
  const Quantization of_A(call, "A"), of_B(call, "B"), of_C(call, "C");
  const Tensor quotient =
      each(of_A.centred(A), of_B.centred(B), [&]<class R>(const R& a, const R& b) -> R {
        return (of_A.scale * a + of_B.scale * b) / of_C.scale;
      });
  return requantized(A.dtype(), quotient, of_C);
}

const Operator op("QLinearAdd", qlinear_add, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
