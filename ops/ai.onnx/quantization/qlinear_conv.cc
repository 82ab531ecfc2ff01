// QLinearConv: y = saturate(round((Conv of x − x_zero_point and w − w_zero_point, + B) · x_scale ·
// w_scale / y_scale) + y_zero_point), ties to even. w_scale and w_zero_point may have one value for
// each output channel.
//   10
#include "engine/numerics/convolution.h"
#include "engine/numerics/elementwise.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

// The convolution of x − x_zero_point and w − w_zero_point, + B. The products of 9-bit integers and
// their sums are integers that double holds exactly.
Reals integer_convolution(const Call& call, const Tensor& x, const Tensor& w) {
  const Window window = convolution_window(call, x, w);
  const Tensor w_zero_point = along(call.tensor("w_zero_point"), w.shape(), 0);
  const Reals product = convolve(centred(x, call.tensor("x_zero_point")), centred(w, w_zero_point),
                                 window, size_t(call.integer("group")));
  return filled_by_channel(product.shape(), call.maybe("B")) + product;
}

Values qlinear_conv(const Call& call) {
  const Reals sum = integer_convolution(call, call.tensor("x"), call.tensor("w"));
  const Tensor w_scale = along(call.tensor("w_scale"), sum.shape(), 1);
  const double y_scale = call.tensor("y_scale").item<double>();
  const double x_scale = call.tensor("x_scale").item<double>();
  const Reals quotient =
      elementwise(sum, w_scale.as<double>(), [x_scale, y_scale](double value, double w) {
        return rounded_quotient(value, x_scale, w, y_scale);
      });

  const Tensor& y_zero_point = call.tensor("y_zero_point");
  const Reals zero_point = scalar_array(y_zero_point.item<double>());
  at_point("empty", call.tensor("x").size() == 0 && call.tensor("w").size() == 0);
  const DType type = y_zero_point.dtype();
  const Tensor y = quantized(type, quotient, zero_point);
  if (!choices_wanted()) return {y};
  // What is rounded, as far as doubles hold it.
  const Reals scaled = elementwise(sum, w_scale.as<double>(), [&](double value, double w) {
    return value * x_scale * w / y_scale;
  });
  const auto finite = [](double scale) { return !std::isinf(scale); };
  const Reals w_scales = call.tensor("w_scale").as<double>();
  const bool all_finite =
      finite(x_scale) && finite(y_scale) && std::all_of(w_scales.begin(), w_scales.end(), finite);
  const auto up = [&] {
    const Reals other = by_element(quotient, scaled, [](double even, double exact) {
      return std::fabs(exact - even) == 0.5 ? 2 * exact - even : even;
    });
    return quantized(type, other, zero_point);
  };
  const Tensor ties = either_of(y, "ties", "even", "odd", up);
  const Tensor inf = anything(ties, "inf", [&] { return full(y.shape(), !all_finite); });
  const Tensor by_zero =
      anything(inf, "zero_divisor", [&] { return full(y.shape(), y_scale == 0); });
  if (!all_finite || y_scale == 0) return {by_zero};
  return {saturate_or_wrap(by_zero, "overflow", [&] { return Reals(quotient + zero_point); })};
}

const Operator op("QLinearConv", qlinear_conv, {10});

}  // namespace
}  // namespace etalon
