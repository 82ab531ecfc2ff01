// QLinearMul: C = saturate(round((A − A_zero_point) · (B − B_zero_point) · A_scale · B_scale /
// C_scale) + C_zero_point), elementwise, ties to even; A and B broadcast.
//   1
// The text has neither `round` nor `saturate`: measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values qlinear_mul(const Call& call) {
  const double A_scale = Quantization(call, "A").scale, B_scale = Quantization(call, "B").scale;
  const double C_scale = Quantization(call, "C").scale;
  // A whole number that float32 does not hold is far beyond C's type.
  const Tensor whole = each(DType::float32, centred(call, "A"), centred(call, "B"),
                            [&]<class R>(const R& a, const R& b) -> R {
                              return real::rint(a * b * A_scale * B_scale / C_scale);
                            });
  return {saturated(call, whole)};
}

const Operator op("QLinearMul", qlinear_mul, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
