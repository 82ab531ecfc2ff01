// Quantization, but for operators that have a file of their own.
#include "ops/ai.onnx/quantization/quantization.h"
#include "engine/formula.h"
#include "ops/ai.onnx/quantization/open/no_integer.h"
#include "ops/ai.onnx/quantization/qlinear.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

void no_elements(const Call& call) {
  at_point("empty", call.tensor("x").size() == 0 && call.tensor("w").size() == 0);
}

// A scale or zero point of shape [1] where the text has a scalar, or one value along the axis.
bool one_element(const Tensor& scale, const Tensor* zero_point) {
  if (scale.size() != 1) return false;
  return scale.rank() == 1 || (zero_point && zero_point->rank() == 1);
}

void pairs_of_product(const Call& call) {
  at_point("one_element", pairs_two_shapes(call, {"a", "b", "y"}));
}

// Of QuantizeLinear and DequantizeLinear of x.
void scales(const Call& call, const Tensor& scale, const Tensor* zero_point) {
  const Shape& x = call.tensor("x").shape();
  const bool has_axis = call.schema().attribute("axis");
  const int64_t axis = has_axis ? call.integer("axis") : 0;
  const auto rank = static_cast<int64_t>(x.size());
  const bool in_range = axis >= -rank && axis < rank;
  const bool along_axis = has_axis && in_range && x[axis_index(axis, x.size())] == 1;
  const bool one_shape = !zero_point || zero_point->shape() == scale.shape();
  at_point("one_element", one_element(scale, zero_point) && !(along_axis && one_shape));
}

void scales_of_x(const Call& call) {
  scales(call, call.tensor("x_scale"), call.maybe("x_zero_point"));
}
void scales_of_y(const Call& call) {
  scales(call, call.tensor("y_scale"), call.maybe("y_zero_point"));
}

// Of floats the sign of a zero: a zero point that is left out is 0, which somebody may add, or not,
// to a negative zero; and a quotient that becomes one may be rounded before or after.
Tensor open_zeros(const Call& call, const Tensor& Y, const Reals& quotient,
                  const Reals& zero_point) {
  const bool absent = !call.maybe("y_zero_point");
  const Tensor plus = scalar(Y.dtype(), 0.0), minus = scalar(Y.dtype(), -0.0);
  if (!std::signbit(minus.item<double>())) return Y;  // a type with one zero
  const auto where = [&] {
    const Reals y = Y.as<double>(), q = broadcast_array(quotient, y.shape());
    const Reals zero = broadcast_array(zero_point, y.shape());
    Bools open = full(y.shape(), false);
    for (size_t i = 0; i < y.size(); ++i) {
      const double sum = q.data()[i] + zero.data()[i];
      open.data()[i] = y.data()[i] == 0 && (sum < 0 || (absent && std::signbit(q.data()[i])));
    }
    return open;
  };
  return choice(Y, "negative_zero", where, "computed",
                {{"plus", [&] { return plus; }}, {"minus", [&] { return minus; }}});
}

// Of integers NaN and a zero scale.
void quantize_linear(Opening& open) {
  const Call& call = open.call;
  const DType type = open.Y.dtype();
  const Tensor &x = call.tensor("x"), &y_scale = call.tensor("y_scale");
  const Reals zero_point =
      zero_point_of(call, call.maybe("y_zero_point"), y_scale, x.shape()).as<double>();
  const Reals quotient = each(quotient_type(call), x, spread(call, y_scale, x.shape()),
                              [](const auto& a, const auto& scale) { return a / scale; })
                             .as<double>();
  if (is_float(type)) {
    open.Y = open_zeros(call, open.Y, quotient, zero_point);
    return;
  }
  const std::vector<Option> others = values_of_no_integer(open.Y, zero_point);
  open.Y = choice(
      open.Y, "nan", [&] { return Bools(xt::isnan(quotient)); }, "zero", others);
  const auto by_zero = [&] {
    const Reals scale = spread(call, y_scale, x.shape()).as<double>();
    return Bools(xt::isinf(quotient) && xt::equal(scale, 0.0));
  };
  open.Y = choice(open.Y, "zero_divisor", by_zero, "saturate", others);
}

void qlinear_matmul(Opening& open) {
  const Scales scales = scales_of(open.call, open.Y.shape());
  const Reals a = scales.a.as<double>(), b = scales.b.as<double>(), y = scales.y.as<double>();
  const Bools divided = xt::equal(y, 0.0);
  const std::vector<Option> others = values_of_no_integer(open.Y, scales.zero_point.as<double>());
  const bool regular =
      xt::all(Bools(xt::isfinite(a) && xt::isfinite(b) && xt::isfinite(y) && !divided));
  if (!is_float(open.Y.dtype()) && !regular) {  // else no quotient is NaN
    const Reals P = integer_product(open.call);
    const auto nan = [&] { return Bools(xt::isnan(P * a * b / y)); };
    open.Y = choice(open.Y, "nan", nan, "zero", others);
  }
  const auto infinite = [&] { return Bools(xt::isinf(a) || xt::isinf(b) || xt::isinf(y)); };
  open.Y = choice(open.Y, "inf", infinite, "saturate", others);
  open.Y = choice(
      open.Y, "zero_divisor", [&] { return divided; }, "saturate", others);
}

const Open op[] = {{"ConvInteger", no_elements},
                   {"DequantizeLinear", scales_of_x},
                   {"QuantizeLinear", scales_of_y, quantize_linear},
                   {"QLinearMatMul", pairs_of_product, qlinear_matmul}};

}  // namespace
}  // namespace etalon
