// DynamicQuantizeLinear: x quantized to uint8 over its own range, widened to hold 0:
//   y_scale = (max(0, max x) - min(0, min x)) / 255
//   y_zero_point = saturate(round(0 - min(0, min x) / y_scale))
//   y = saturate(round(x / y_scale) + y_zero_point), ties to even
// The steps of its function body are typed float: each is rounded.
//   11
#include "engine/formula.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

Values dynamic_quantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Reals all = x.reshaped({x.size()}).as<double>();
  const Tensor least = scalar(DType::float32, minimum(0.0, min_over(all, {0})(0)));
  const Tensor greatest = scalar(DType::float32, maximum(0.0, max_over(all, {0})(0)));
  const Tensor range =
      each(greatest, least, [](const auto& max, const auto& min) { return max - min; });
  const Tensor y_scale = each(range, [](const auto& length) { return length / 255; });
  const auto divided = [&](const Tensor& X) {
    return each(X, y_scale, [](const auto& a, const auto& scale) { return a / scale; });
  };
  const Tensor intermediate = each(divided(least), [](const auto& q) { return 0 - q; });
  const Saturation saturate(DType::uint8);
  const auto zero_point = saturate(real::rint(intermediate.item<double>()));
  const auto y = [&](double q, double zero) { return saturate(real::rint(q) + zero); };
  const Tensor y_zero_point = scalar(DType::uint8, zero_point);
  return {Tensor::of(DType::uint8, pairwise<double>(divided(x), y_zero_point, y)), y_scale,
          y_zero_point};
}

const Operator op("DynamicQuantizeLinear", dynamic_quantize_linear, {11});

}  // namespace
}  // namespace etalon
