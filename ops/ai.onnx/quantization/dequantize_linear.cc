// DequantizeLinear: y = (x - x_zero_point) · x_scale.
//   10        x_scale and x_zero_point: scalars
//   13        or along `axis`
//   19        float8; y has x_scale's type
//   21        or in blocks of block_size; 16- and 4-bit integers
//   23        float4; output_dtype
//   24        x_scale as a power of two (float8e8m0)
//   25, 28    25: 2-bit integers; 28: float6
#include <algorithm>

#include "engine/numerics/carriers.h"
#include "ops/ai.onnx/quantization/quantization.h"
#include "ops/ai.onnx/quantization/singles.h"

namespace etalon {
namespace {

DType output_type(const Call& call, const Tensor& x_scale) {
  const std::string& variable = call.schema().outputs[0].type;
  const DType wanted = named_type(call, "output_dtype", variable);
  if (wanted == DType::undefined && x_scale.dtype() == DType::float8e8m0) {
    throw InvalidInput("x_scale is float8e8m0, which y cannot be, and output_dtype is left out");
  }
  return wanted == DType::undefined ? x_scale.dtype() : wanted;
}

Values dequantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Tensor& x_scale = call.tensor("x_scale");
  const Tensor* x_zero_point = call.maybe("x_zero_point");
  const Reals zero_point = zero_point_of(call, x_zero_point, x_scale, x.shape());
  const auto is_zero = [](double value) { return value == 0; };
  if (x.dtype() == DType::int32 && !std::all_of(zero_point.begin(), zero_point.end(), is_zero)) {
    throw InvalidInput("x_zero_point is not 0 where x is int32");
  }
  const DType type = output_type(call, x_scale);
  if (!current_rounding() && type == DType::float32 && x_scale.dtype() == type &&
      is_small_integer(x.dtype())) {
    return {dequantized_singles(x, spread(call, x_scale, x.shape()), zero_point)};
  }
  return {over_reals(type, [&]<class R>() {
    const Array<R> scale = elements_of<R>(spread(call, x_scale, x.shape()));
    return rounded(type, (elements_of<R>(x) - carriers_of<R>(zero_point)) * scale);
  })};
}

const Operator op("DequantizeLinear", dequantize_linear, {10, 13, 19, 21, 23, 24, 25, 28});

}  // namespace
}  // namespace etalon
