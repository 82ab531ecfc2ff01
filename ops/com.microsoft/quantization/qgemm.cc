// QGemm: y[m, n] = alpha · a_scale · b_scale[n] · (C[m, n] + Σ_k (A'[m, k] − a_zero_point) ·
// (B'[k, n] − b_zero_point[n])), where A' is A or, with transA, its transpose; so B'. Y is y as
// float32, or where y_zero_point is given saturate(round(y / y_scale) + y_zero_point), ties to
// even, of its type. C broadcasts to Y, and is 0 where it is left out.
//   1
// The text has no formula, but says that C is “quantized with zero_point = 0 and scale = alpha /
// beta * a_scale * b_scale”. How Y is rounded, and that it saturates, is measured of onnxruntime
// 1.32.0.
#include "ops/com.microsoft/quantization/qgemm.h"

namespace etalon {
namespace {

Values qgemm(const Call& call) {
  const QGemm of(call);
  const auto y = [&]<class R>(const R& S, const R& C, const R& b_scale) -> R {
    return of.alpha * of.a_scale * b_scale * (S + C);
  };
  const Tensor* y_zero_point = call.maybe("y_zero_point");
  if (!y_zero_point) return {each(DType::float32, of.sum, of.C, of.b_scale, y)};
  const Quantization of_Y("y_scale", of.y_scale, "y_zero_point", y_zero_point);
  const auto quotient = [&]<class R>(const R& S, const R& C, const R& b_scale) -> R {
    return y(S, C, b_scale) / of_Y.scale;
  };
  return requantized(y_zero_point->dtype(),
                     each(DType::float64, of.sum, of.C, of.b_scale, quotient), of_Y);
}

const Operator op("QGemm", qgemm, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
