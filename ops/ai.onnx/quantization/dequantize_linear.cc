// DequantizeLinear: y = (x - x_zero_point) · x_scale.
//   10        x_scale and x_zero_point: scalars
//   13        or along `axis`
//   19        float8; y has x_scale's type
//   21        or in blocks of block_size; 16- and 4-bit integers
//   23        float4; output_dtype
//   24        x_scale as a power of two (float8e8m0)
//   25, 28    25: 2-bit integers; 28: float6
#include "engine/formula.h"
#include "ops/ai.onnx/quantization/quantization.h"

namespace etalon {
namespace {

void require_zeros(const Tensor& zero_point) {
  const Reals zeros = zero_point.as<double>();
  if (std::any_of(zeros.begin(), zeros.end(), [](double zero) { return zero != 0; })) {
    throw InvalidInput("x_zero_point is not 0 where x is int32");
  }
}

Values dequantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Tensor& x_scale = call.tensor("x_scale");
  const Tensor x_zero_point = zero_point_of(call, call.maybe("x_zero_point"), x_scale, x.shape());
  if (x.dtype() == DType::int32) require_zeros(x_zero_point);
  return {
      each(dequantized_type(call), x, x_zero_point, spread(call, x_scale, x.shape()),
           [](const auto& a, const auto& zero, const auto& scale) { return (a - zero) * scale; })};
}

const Operator op("DequantizeLinear", dequantize_linear, {10, 13, 19, 21, 23, 24, 25, 28});

}  // namespace
}  // namespace etalon
