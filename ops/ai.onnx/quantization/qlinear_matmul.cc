// QLinearMatMul: y = saturate(round(P · a_scale · b_scale / y_scale) + y_zero_point), ties to even,
// where P = (a - a_zero_point) · (b - b_zero_point), NumPy's matmul. Scales and zero points are one
// value, one for each row of a or column of b, or shaped as [..., M, 1] or [..., 1, N].
//   10        8-bit integers
//   21        float8; scales in float16 and bfloat16 too
#include "engine/numerics/cast.h"
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

// A scale or zero point for each element of the product.
Reals for_each_element(const Tensor& values, const Shape& shape) {
  const Tensor single = values.size() == 1 ? values.reshaped({}) : values;
  return broadcast_to(single, shape).as<double>();
}

// int8 in the releases whose expectations wrap: the scale is rounded in the scales' own type, and
// what lies beyond int8 wraps.
Tensor wrapped(const Reals& P, const Reals& ab_scale, const Reals& y_scale, const Reals& zero_point,
               DType scale_type) {
  const Reals scale = round_to(scale_type, Reals(round_to(scale_type, ab_scale) / y_scale));
  const Reals y = xt::rint(P * scale) + zero_point;
  return cast(Tensor::of(DType::float64, y), DType::int8, {.wrap = true});
}

Values qlinear_matmul(const Call& call) {
  const Tensor& a_scale = call.tensor("a_scale");
  const Tensor& y_zero_point = call.tensor("y_zero_point");
  const DType type = y_zero_point.dtype();
  const Reals a = centred(call.tensor("a"), by_row(call.tensor("a_zero_point")));
  const Reals b = centred(call.tensor("b"), call.tensor("b_zero_point"));
  const Reals P = matmul(a, b);

  const Reals row_scale = for_each_element(by_row(a_scale), P.shape());
  const Reals column_scale = for_each_element(call.tensor("b_scale"), P.shape());
  const Reals y_scale = for_each_element(by_row(call.tensor("y_scale")), P.shape());
  const Reals zero_point = for_each_element(by_row(y_zero_point), P.shape());
  const Reals ab_scale = row_scale * column_scale;
  if (type == DType::int8 && call.as_released("qlinearmatmul-int8-wraps")) {
    return {wrapped(P, ab_scale, y_scale, zero_point, a_scale.dtype())};
  }
  const Reals quotient = P * ab_scale / y_scale;
  return {quantized(type, quotient, zero_point)};
}

const Operator op("QLinearMatMul", qlinear_matmul, {10, 21});

}  // namespace
}  // namespace etalon
