// QLinearConv.
#include "engine/numerics/numerics.h"
#include "ops/ai.onnx/quantization/open/no_integer.h"
#include "ops/ai.onnx/quantization/qlinear.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

void pairs(const Call& call) { at_point("one_element", pairs_two_shapes(call, {"x", "w", "y"})); }

void qlinear_conv(Opening& open) {
  const Call& call = open.call;
  at_point("empty", call.tensor("x").size() == 0 && call.tensor("w").size() == 0);
  const Tensor& y_zero_point = call.tensor("y_zero_point");
  const Reals zero_point = scalar_array(y_zero_point.item<double>());
  const Reals sum = integer_convolution(call), whole = rounded_quotients(call, sum);
  const std::vector<Option> others = values_of_no_integer(open.Y, zero_point);
  open.Y = choice(
      open.Y, "nan", [&] { return Bools(xt::isnan(whole)); }, "zero", others);
  const auto odd = [&] {
    const Reals other = by_element(whole, quotients(call, sum), [](double even, double exact) {
      return std::fabs(exact - even) == 0.5 ? 2 * exact - even : even;
    });
    return quantized(y_zero_point.dtype(), other, zero_point);
  };
  open.Y = either_of(open.Y, "ties", "even", "odd", odd);
  const auto all = [&](bool is_open) {
    return [&open, is_open] { return full(open.Y.shape(), is_open); };
  };
  const double y_scale = call.tensor("y_scale").item<double>();
  const auto beyond = [&](bool open) {
    return [&whole, open] { return Bools(xt::isinf(whole) && full(whole.shape(), open)); };
  };
  open.Y = choice(open.Y, "inf", beyond(y_scale != 0), "saturate", others);
  open.Y = choice(open.Y, "inf", all(std::isinf(y_scale)), "saturate", others);
  open.Y = choice(open.Y, "zero_divisor", beyond(y_scale == 0), "saturate", others);
  if (!std::isfinite(y_scale) || y_scale == 0) return;
  open.Y = saturate_or_wrap(open.Y, "overflow", [&] {
    return Reals(xt::where(xt::isinf(whole), 0.0, whole) + zero_point);
  });
}

const Open op("QLinearConv", pairs, qlinear_conv);

}  // namespace
}  // namespace etalon
