// DequantizeLinear: y = (x − x_zero_point) · x_scale. x_scale and x_zero_point are one value, or
// with `axis` one for each entry along it; the zero point is 0 where it is left out.
//   1
#include "engine/formula.h"
#include "ops/ai.onnx/quantization/quantization.h"
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values dequantize_linear(const Call& call) {
  const Tensor &x = call.tensor("x"), &x_scale = call.tensor("x_scale");
  require_by_axis(call, "x_scale", "x_zero_point");
  const Tensor x_zero_point = zero_point_of(call, call.maybe("x_zero_point"), x_scale, x.shape());
  return {
      each(x_scale.dtype(), x, x_zero_point, spread(call, x_scale, x.shape()),
           [](const auto& a, const auto& zero, const auto& scale) { return (a - zero) * scale; })};
}

const Operator op("DequantizeLinear", dequantize_linear, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
