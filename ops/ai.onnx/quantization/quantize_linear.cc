// QuantizeLinear: y = saturate(round(x / y_scale) + y_zero_point), ties to even; float types round
// once, after the addition.
//   10        y_scale and y_zero_point: scalars
//   13        or along `axis`
//   19        float8, with `saturate`; x and y_scale of one type, in which the quotient is rounded
//   21        or in blocks of block_size; 16- and 4-bit integers; output_dtype
//   23        float4; y_scale of its own type, the quotient's unless `precision` names another
//   24        y_scale as a power of two (float8e8m0)
//   25, 28    25: 2-bit integers; 28: float6
#include "engine/formula.h"
#include "ops/ai.onnx/quantization/quantization.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

Values quantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Tensor& scale = call.tensor("y_scale");
  const Tensor zero_point = zero_point_of(call, call.maybe("y_zero_point"), scale, x.shape());
  const DType type = quantized_type(call);
  const Tensor y_scale = spread(call, scale, x.shape());
  const Tensor quotient = each(quotient_type(call), x, y_scale,
                               [](const auto& value, const auto& s) { return value / s; });
  if (!is_float(type)) {
    const Saturation saturate(type);
    const auto y = [&](double q, double zero) { return saturate(real::rint(q) + zero); };
    return {Tensor::of(type, pairwise<double>(quotient, zero_point, y))};
  }
  const auto sum = [&](DType as) {
    return each(as, quotient, zero_point, [](const auto& q, const auto& zero) { return q + zero; });
  };
  if (saturates(call, type)) return {sum(type)};
  return {cast(sum(DType::float64), type, {.saturate = false})};
}

const Operator op("QuantizeLinear", quantize_linear, {10, 13, 19, 21, 23, 24, 25, 28});

}  // namespace
}  // namespace etalon
