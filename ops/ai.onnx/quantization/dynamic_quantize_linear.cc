// DynamicQuantizeLinear: x quantized to uint8 over its own range, widened to hold 0:
//   y_scale = (max(0, max x) - min(0, min x)) / 255
//   y_zero_point = saturate(round(0 - min(0, min x) / y_scale))
//   y = saturate(round(x / y_scale) + y_zero_point), ties to even
//   11
#include "engine/formula.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

// The function body's steps are typed float: each is rounded.
double rounded(double value) { return round_to(DType::float32, value); }

Values dynamic_quantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Reals all = x.reshaped({x.size()}).as<double>();
  const double least = minimum(0.0, min_over(all, {0})(0));
  const double greatest = maximum(0.0, max_over(all, {0})(0));
  const double y_scale = rounded(rounded(greatest - least) / 255);
  const Saturation saturate(DType::uint8);
  const int64_t y_zero_point = saturate(real::rint(rounded(0 - rounded(least / y_scale))));
  const Tensor scale = scalar(DType::float32, y_scale), zero = scalar(DType::uint8, y_zero_point);
  const Ints y = pairwise<double>(x, scale, [&](double a, double of_scale) {
    return saturate(real::rint(rounded(a / of_scale)) + static_cast<double>(y_zero_point));
  });
  return {Tensor::of(DType::uint8, y), scale, zero};
}

const Operator op("DynamicQuantizeLinear", dynamic_quantize_linear, {11});

}  // namespace
}  // namespace etalon
