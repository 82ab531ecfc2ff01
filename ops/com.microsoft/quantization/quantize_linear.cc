// QuantizeLinear: y = saturate(round(x / y_scale) + y_zero_point), ties to even, of y_zero_point's
// type, else uint8. y_scale and y_zero_point are one value, or with `axis` one for each entry along
// it.
//   1
#include "engine/formula.h"
#include "ops/ai.onnx/quantization/quantization.h"
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values quantize_linear(const Call& call) {
  const Tensor &x = call.tensor("x"), &y_scale = call.tensor("y_scale");
  const Tensor* given = call.maybe("y_zero_point");
  require_by_axis(call, "y_scale", "y_zero_point");
  const Tensor y_zero_point = zero_point_of(call, given, y_scale, x.shape());
  const Tensor quotient = each(DType::float64, x, spread(call, y_scale, x.shape()),
                               [](const auto& a, const auto& scale) { return a / scale; });
  return requantized(given ? given->dtype() : DType::uint8, quotient, y_zero_point.as<double>());
}

const Operator op("QuantizeLinear", quantize_linear, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
