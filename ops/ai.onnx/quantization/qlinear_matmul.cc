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

Values qlinear_matmul(const Call& call) {
  const Tensor& a_scale = call.tensor("a_scale");
  const Tensor& y_zero_point = call.tensor("y_zero_point");
  const Reals a = centred(call.tensor("a"), by_row(call.tensor("a_zero_point")));
  const Reals b = centred(call.tensor("b"), call.tensor("b_zero_point"));
  const Reals P = matmul(a, b);
  const Shape& shape = P.shape();
  const auto each = [&](const Tensor& v) {
    return broadcast_to(v.size() == 1 ? v.reshaped({}) : v, shape).as<double>();
  };
  const Reals ab_scale = each(by_row(a_scale)) * each(call.tensor("b_scale"));
  const Reals y_scale = each(by_row(call.tensor("y_scale")));
  const Reals zero_point = each(by_row(y_zero_point));
  const DType type = y_zero_point.dtype();
  if (type == DType::int8 && call.as_released("qlinearmatmul-int8-wraps")) {
    const DType own = a_scale.dtype();
    const Reals scale = round_to(own, Reals(round_to(own, ab_scale) / y_scale));
    const Reals y = xt::rint(P * scale) + zero_point;
    return {cast(Tensor::of(DType::float64, y), type, {.wrap = true})};
  }
  const Reals x = P * ab_scale;
  return {quantized(type, x / y_scale, zero_point)};
}

const Operator op("QLinearMatMul", qlinear_matmul, {10, 21});

}  // namespace
}  // namespace etalon
