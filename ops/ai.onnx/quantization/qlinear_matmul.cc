// QLinearMatMul: y = saturate(round(P · a_scale · b_scale / y_scale) + y_zero_point), ties to even,
// where P = (a - a_zero_point) · (b - b_zero_point), NumPy's matmul. Scales and zero points are one
// value, one for each row of a or column of b, or shaped as [..., M, 1] or [..., 1, N].
//   10        8-bit integers
//   21        float8; scales in float16 and bfloat16 too
#include "engine/numerics/cast.h"
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

// A scale or zero point for each element of the product.
Reals for_each_element(const Tensor& values, const Shape& shape) {
  const Tensor single = values.size() == 1 ? values.reshaped({}) : values;
  return broadcast_to(single, shape).as<double>();
}

struct Scales {
  Reals a, b, y, zero_point;  // each for each element of the product
  DType type;                 // of the scales
};

Scales scales_of(const Call& call, const Shape& shape) {
  const Tensor& a_scale = call.tensor("a_scale");
  return {for_each_element(by_row(a_scale), shape), for_each_element(call.tensor("b_scale"), shape),
          for_each_element(by_row(call.tensor("y_scale")), shape),
          for_each_element(by_row(call.tensor("y_zero_point")), shape), a_scale.dtype()};
}

// int8 in the releases whose expectations wrap: the scale is rounded in the scales' own type, and
// what lies beyond int8 wraps.
Tensor wrapped(const Reals& P, const Scales& scales) {
  const Reals ab_scale = round_to(scales.type, Reals(scales.a * scales.b));
  const Reals scale = round_to(scales.type, Reals(ab_scale / scales.y));
  const Reals y = xt::rint(P * scale) + scales.zero_point;
  return cast(Tensor::decided(DType::float64, y), DType::int8, {.wrap = true});
}

// Of 8-bit integers: the products and their sums P are integers that double holds exactly.
Tensor integer_result(DType type, const Reals& P, const Scales& scales) {
  Reals quotient = empty_array<double>(P.shape());
  for (size_t i = 0; i < P.size(); ++i) {
    quotient.data()[i] =
        rounded_quotient(P.data()[i], scales.a.data()[i], scales.b.data()[i], scales.y.data()[i]);
  }
  return quantized(type, quotient, scales.zero_point);
}

template <class R>
Array<R> carriers(const Reals& values) {
  return elements_of<R>(Tensor::decided(DType::float64, values));
}

// Of float8, rounded once.
Tensor float_result(DType type, const Reals& a, const Reals& b, const Scales& scales) {
  return over_reals(type, [&]<class R>() {
    const Array<R> P = matmul(carriers<R>(a), carriers<R>(b));
    const Array<R> quotient =
        P * carriers<R>(scales.a) * carriers<R>(scales.b) / carriers<R>(scales.y);
    const Array<R> sum = quotient + carriers<R>(scales.zero_point);
    return rounded(type, sum);
  });
}

Values qlinear_matmul(const Call& call) {
  const DType type = call.tensor("y_zero_point").dtype();
  const Reals a = centred(call.tensor("a"), by_row(call.tensor("a_zero_point")));
  const Reals b = centred(call.tensor("b"), call.tensor("b_zero_point"));
  const Reals P = matmul(a, b);
  const Scales scales = scales_of(call, P.shape());
  if (type == DType::int8 && call.as_released("qlinearmatmul-int8-wraps")) {
    return {wrapped(P, scales)};
  }
  const Tensor y =
      is_float(type) ? float_result(type, a, b, scales) : integer_result(type, P, scales);
  const auto infinite = [&] {
    return Bools(xt::isinf(scales.a) || xt::isinf(scales.b) || xt::isinf(scales.y));
  };
  return {anything(anything(y, "inf", infinite), "zero_divisor",
                   [&] { return Bools(xt::equal(scales.y, 0.0)); })};
}

const Operator op("QLinearMatMul", qlinear_matmul, {10, 21});

}  // namespace
}  // namespace etalon
