// QLinearLeakyRelu: Y = saturate(round((x < 0 ? alpha · x : x) / Y_scale) + Y_zero_point) with x =
// X_scale · (X − X_zero_point), elementwise, ties to even.
//   1
// The text has “quantize(alpha * dequantize(x)) for dequantize(x) < 0”; how `quantize` rounds and
// that it saturates is measured of onnxruntime 1.32.0.
#include "ops/ai.onnx/math/activations.h"
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values qlinear_leaky_relu(const Call& call) {
  const Tensor& X = call.tensor("X");
  const double alpha = call.real("alpha");
  const Quantization of_X(call, "X"), of_Y(call, "Y");
  const Tensor quotient = each(of_X.centred(X), [&]<class R>(const R& q) -> R {
    return activation::leaky_relu(R(of_X.scale * q), alpha) / of_Y.scale;
  });
  return requantized(X.dtype(), quotient, of_Y);
}

const Operator op("QLinearLeakyRelu", qlinear_leaky_relu, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
