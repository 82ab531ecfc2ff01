// QLinearAdd: C = saturate(round((A_scale · (A − A_zero_point) + B_scale · (B − B_zero_point)) /
// C_scale) + C_zero_point), elementwise, ties to even; A and B broadcast.
//   1
// The text has neither `round` nor `saturate`: measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values qlinear_add(const Call& call) {
  const double A_scale = Quantization(call, "A").scale, B_scale = Quantization(call, "B").scale;
  const double C_scale = Quantization(call, "C").scale;
  // A whole number that float32 does not hold is far beyond C's type.
  const Tensor whole = each(DType::float32, centred(call, "A"), centred(call, "B"),
                            [&]<class R>(const R& a, const R& b) -> R {
                              return real::rint((A_scale * a + B_scale * b) / C_scale);
                            });
  return {saturated(call, whole)};
}

const Operator op("QLinearAdd", qlinear_add, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
