// DynamicQuantizeLinear: x quantized to uint8 over its own range, widened to hold 0:
//   y_scale = (max(0, max x) - min(0, min x)) / 255
//   y_zero_point = round(saturate(0 - min(0, min x) / y_scale)), y = saturate(round(x / y_scale) +
//   y_zero_point), ties to even
//   11
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/quantization/quantized.h"
#include "ops/ai.onnx/quantization/singles.h"

namespace etalon {
namespace {

// The function body's steps are typed float: each is rounded.
double rounded(double value) { return round_to(DType::float32, value); }

Values dynamic_quantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  double least = 0;
  double greatest = 0;
  for (const float value : x.slots<float>()) {
    least = minimum(least, static_cast<double>(value));
    greatest = maximum(greatest, static_cast<double>(value));
  }
  const bool infinite = std::isinf(greatest) || std::isinf(least);
  const bool zero = x.size() > 0 && least == 0 && greatest == 0;
  const double y_scale = rounded(rounded(greatest - least) / 255);
  const double intermediate = rounded(0 - rounded(least / y_scale));
  const Reals none = scalar_array(0.0);
  const bool nan = std::isnan(y_scale);
  // 0 throughout where there is no scale, if that is asked for.
  const bool scaled = (y_scale > 0 && std::isfinite(y_scale)) || !choices_wanted();
  const Tensor y_zero_point =
      quantized(DType::uint8, scaled ? scalar_array(intermediate) : none, none);
  const Tensor scale = scalar(DType::float32, y_scale);
  // max − min may exceed float where the scale does not.
  const bool overflows = !infinite && std::isinf(y_scale);
  const auto open = [&](const Tensor& Y) {
    const auto all = [&](bool is_open) {
      return [&Y, is_open] { return full(Y.shape(), is_open); };
    };
    const Tensor of_infinity = anything(Y, "inf", all(infinite));
    const Tensor of_zero = anything(of_infinity, "zero_divisor", all(zero));
    const Tensor of_nan = anything(of_zero, "nan", all(nan && !infinite));
    return anything(anything(of_nan, "empty", all(x.size() == 0)), "overflow", all(overflows));
  };
  const Tensor y = scaled ? quantized_singles(DType::uint8, x, scale, y_zero_point.as<double>())
                          : Tensor::zeros(DType::uint8, x.shape());
  return {open(y), open(scale), open(y_zero_point)};
}

const Operator op("DynamicQuantizeLinear", dynamic_quantize_linear, {11});

}  // namespace
}  // namespace etalon
