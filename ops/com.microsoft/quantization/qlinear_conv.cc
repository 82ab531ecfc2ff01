// QLinearConv: y = QLinearConv of ai.onnx,
//   y = saturate(round(sum · x_scale · w_scale / y_scale) + y_zero_point), ties to even,
//   sum[n, m, o] = B[m] + Σ_c Σ_k (w − w_zero_point)[m, c, k] · (x − x_zero_point)[n, c, o·strides
//   + k·dilations − pads], where the second factor is 0 in the padding,
// where x and y are [N, D…, C] with channels_last; w is [M, C, k…] in any case.
//   1
// There is no text: measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/qlinear_conv.h"

namespace etalon {
namespace {

Values qlinear_conv(const Call& call) {
  const ConvOperands of(call);
  return {of.as_given(of.conv.run_as_step()[0].tensor())};
}

const Operator op("QLinearConv", qlinear_conv, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
