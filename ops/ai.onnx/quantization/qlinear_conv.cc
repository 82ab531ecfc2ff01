// QLinearConv: y = saturate(round((Conv of x − x_zero_point and w − w_zero_point, + B) · x_scale ·
// w_scale / y_scale) + y_zero_point), ties to even. w_scale and w_zero_point may have one value for
// each output channel.
//   10
#include "engine/numerics/convolution.h"
#include "engine/numerics/elementwise.h"
#include "engine/numerics/numerics.h"
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
  return {quantized(y_zero_point.dtype(), quotient, zero_point)};
}

const Operator op("QLinearConv", qlinear_conv, {10});

}  // namespace
}  // namespace etalon
