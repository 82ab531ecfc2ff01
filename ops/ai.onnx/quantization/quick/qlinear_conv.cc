// QLinearConv by an integer product of matrices.
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/quantization/qlinear.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

std::optional<Values> qlinear_conv(const Call& call) {
  const Reals whole = rounded_quotients(call, integer_convolution(call));
  const Tensor& y_zero_point = call.tensor("y_zero_point");
  const Reals zero_point = scalar_array(y_zero_point.item<double>());
  return Values{quantized(y_zero_point.dtype(), whole, zero_point)};
}

const Quick op("QLinearConv", qlinear_conv);

}  // namespace
}  // namespace etalon
