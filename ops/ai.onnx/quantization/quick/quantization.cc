// QuantizeLinear, DequantizeLinear and DynamicQuantizeLinear of float32 block by block in float;
// ConvInteger by an integer product of matrices.
#include "ops/ai.onnx/quantization/quantization.h"
#include "engine/numerics/convolution.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/quantization/quantized.h"
#include "ops/ai.onnx/quantization/quick/singles.h"

namespace etalon {
namespace {

std::optional<Values> as_output(const std::optional<Tensor>& y) {
  return y ? std::optional<Values>({*y}) : std::nullopt;
}

std::optional<Values> quantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Tensor& y_scale = call.tensor("y_scale");
  if (x.dtype() != DType::float32 || y_scale.dtype() != DType::float32) return std::nullopt;
  const Tensor zero_point = zero_point_of(call, call.maybe("y_zero_point"), y_scale, x.shape());
  const DType type = quantized_type(call);
  if (!is_small_integer(type) || quotient_type(call) != DType::float32) return std::nullopt;
  return as_output(quantized_singles(type, x, spread(call, y_scale, x.shape()), zero_point));
}

std::optional<Values> dequantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Tensor& x_scale = call.tensor("x_scale");
  if (!is_small_integer(x.dtype()) || x_scale.dtype() != DType::float32) return std::nullopt;
  const Tensor zero_point = zero_point_of(call, call.maybe("x_zero_point"), x_scale, x.shape());
  if (dequantized_type(call) != DType::float32) return std::nullopt;
  return Values{dequantized_singles(x, spread(call, x_scale, x.shape()), zero_point)};
}

// Nothing where there is no scale, or an element is NaN.
std::optional<Values> dynamic_quantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  if (varies(x)) return std::nullopt;
  float least = 0, greatest = 0;
  for (const float value : x.slots<float>()) {
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  const float scale = (greatest - least) / 255;
  if (!(scale > 0 && std::isfinite(scale))) return std::nullopt;
  const Tensor y_scale = scalar(DType::float32, static_cast<double>(scale));
  const Reals intermediate = scalar_array(static_cast<double>(0 - least / scale));
  const Tensor y_zero_point = quantized(DType::uint8, intermediate, scalar_array(0.0));
  const auto y = quantized_singles(DType::uint8, x, y_scale, y_zero_point);
  return y ? std::optional<Values>({*y, y_scale, y_zero_point}) : std::nullopt;
}

// The products of 9-bit integers and their sums are integers that double holds exactly.
std::optional<Values> conv_integer(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Tensor& w = call.tensor("w");
  const Window window = convolution_window(call, x, w);
  const Tensor zero = scalar(DType::int64, int64_t{0});
  const Tensor* x_zero_point = call.maybe("x_zero_point");
  const Tensor* w_zero_point = call.maybe("w_zero_point");
  const Tensor each = w_zero_point ? along(*w_zero_point, w.shape(), 0) : zero;
  const Reals y = convolve(centred(x, x_zero_point ? *x_zero_point : zero), centred(w, each),
                           window, size_t(call.integer("group")));
  return Values{Tensor::of(DType::int32, Ints(xt::cast<int64_t>(y)))};
}

const Quick op[] = {{"QuantizeLinear", quantize_linear},
                    {"DequantizeLinear", dequantize_linear},
                    {"DynamicQuantizeLinear", dynamic_quantize_linear},
                    {"ConvInteger", conv_integer}};

}  // namespace
}  // namespace etalon
