// QLinearConv.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/quantization/qlinear.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

bool all_finite(const Call& call) {
  for (const char* input : {"x_scale", "w_scale", "y_scale"}) {
    const Reals scales = call.tensor(input).as<double>();
    if (xt::any(Bools(xt::isinf(scales)))) return false;
  }
  return true;
}

void pairs(const Call& call) { at_point("one_element", pairs_two_shapes(call, {"x", "w", "y"})); }

void qlinear_conv(Opening& open) {
  const Call& call = open.call;
  at_point("empty", call.tensor("x").size() == 0 && call.tensor("w").size() == 0);
  const Tensor& y_zero_point = call.tensor("y_zero_point");
  const Reals zero_point = scalar_array(y_zero_point.item<double>());
  const Reals sum = integer_convolution(call), whole = rounded_quotients(call, sum);
  open.Y = no_result(open.Y, "nan", [&] { return Bools(xt::isnan(whole)); });
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
  const bool finite = all_finite(call);
  const bool by_zero = call.tensor("y_scale").item<double>() == 0;
  open.Y = no_result(open.Y, "inf", all(!finite));
  open.Y = no_result(open.Y, "zero_divisor", all(by_zero));
  if (!finite || by_zero) return;
  open.Y = saturate_or_wrap(open.Y, "overflow", [&] { return Reals(whole + zero_point); });
}

const Open op("QLinearConv", pairs, qlinear_conv);

}  // namespace
}  // namespace etalon
