// QLinearSigmoid: Y = saturate(round(sigmoid(X_scale · (X − X_zero_point)) / Y_scale) +
// Y_zero_point), elementwise, ties to even, with sigmoid(x) = 1 / (1 + exp(−x)).
//   1
// The text has “f(x) = quantize(Sigmoid(dequantize(x)))”; how `quantize` rounds and that it
// saturates is measured of onnxruntime 1.32.0.
#include "ops/ai.onnx/math/activations.h"
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values qlinear_sigmoid(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Quantization of_X(call, "X"), of_Y(call, "Y");
  const Tensor quotient = each(of_X.centred(X), [&]<class R>(const R& q) -> R {
    return activation::sigmoid(R(of_X.scale * q)) / of_Y.scale;
  });
  return requantized(X.dtype(), quotient, of_Y);
}

const Operator op("QLinearSigmoid", qlinear_sigmoid, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
