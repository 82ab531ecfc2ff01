// QuantizeLinear: y = saturate(round(x / y_scale) + y_zero_point), ties to even; float types round
// once, after the addition.
//   10        y_scale and y_zero_point: scalars
//   13        or along `axis`
//   19        float8, with `saturate`; x and y_scale of one type, in which the quotient is rounded
//   21        or in blocks of block_size; 16- and 4-bit integers; output_dtype
//   23        float4; y_scale of its own type, the quotient's unless `precision` names another
//   24        y_scale as a power of two (float8e8m0)
//   25, 28    25: 2-bit integers; 28: float6
#include "engine/operators/choice.h"
#include "ops/ai.onnx/quantization/quantization.h"
#include "ops/ai.onnx/quantization/quantized.h"
#include "ops/ai.onnx/quantization/singles.h"

namespace etalon {
namespace {

DType output_type(const Call& call, const Tensor* y_zero_point) {
  const std::string& variable = call.schema().outputs[0].type;
  const DType wanted = named_type(call, "output_dtype", variable);
  if (!y_zero_point) return wanted == DType::undefined ? DType::uint8 : wanted;
  if (wanted != DType::undefined && wanted != y_zero_point->dtype()) {
    throw InvalidInput("output_dtype is {} and y_zero_point is {}", name(wanted),
                       name(y_zero_point->dtype()));
  }
  return y_zero_point->dtype();
}

// "The type of `y_scale` determines the precision of the division operation between `x` and
// `y_scale`, unless the `precision` attribute is specified."
DType precision_of_division(const Call& call, const Tensor& y_scale) {
  const DType precision = named_type(call, "precision", "T2");
  return precision == DType::undefined ? y_scale.dtype() : precision;
}

// Where the precision is int32 the quotient is rounded to an integer anyway; where it is
// float8e8m0, division by the power of two is exact.
Reals divided(const Call& call, const Tensor& x, const Tensor& y_scale) {
  const Reals quotient = x.as<double>() / spread(call, y_scale, x.shape()).as<double>();
  const DType precision = precision_of_division(call, y_scale);
  const bool rounds = is_float(precision) && precision != DType::float8e8m0;
  return rounds ? round_to(precision, quotient) : quotient;
}

// What is open about integers: a zero scale; a tie, which may be rounded with the zero point
// added.
Tensor open_quantization(const Tensor& y, const Reals& quotient, const Reals& zero_point,
                         bool saturate) {
  if (!choices_wanted() || is_float(y.dtype())) return y;
  const Tensor infinite = anything(y, "zero_divisor", [&] { return Bools(xt::isinf(quotient)); });
  const auto tie = [&] { return Bools(xt::equal(xt::abs(quotient - xt::trunc(quotient)), 0.5)); };
  const auto after = [&] {
    const Reals sum = quotient + zero_point;
    return quantized(y.dtype(), Reals(xt::rint(sum)), scalar_array(0.0), saturate);
  };
  return choice(infinite, "zero_point", tie, "before", {{"after", after}});
}

Values quantize_linear(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Tensor& y_scale = call.tensor("y_scale");
  const Tensor* y_zero_point = call.maybe("y_zero_point");
  const Reals zero_point = zero_point_of(call, y_zero_point, y_scale, x.shape());
  const bool saturate = !call.schema().attribute("saturate") || call.flag("saturate");
  const DType type = output_type(call, y_zero_point);
  const bool singles = x.dtype() == DType::float32 && y_scale.dtype() == DType::float32 &&
                       precision_of_division(call, y_scale) == DType::float32;
  if (singles && is_small_integer(type) && !choices_wanted()) {
    return {quantized_singles(type, x, spread(call, y_scale, x.shape()), zero_point)};
  }
  const Reals quotient = divided(call, x, y_scale);
  const Tensor y = quantized(type, quotient, zero_point, saturate);
  return {open_quantization(y, quotient, zero_point, saturate)};
}

const Operator op("QuantizeLinear", quantize_linear, {10, 13, 19, 21, 23, 24, 25, 28});

}  // namespace
}  // namespace etalon
