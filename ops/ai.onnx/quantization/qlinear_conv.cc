// QLinearConv: y = saturate(round((Conv of x − x_zero_point and w − w_zero_point, + B) · x_scale ·
// w_scale / y_scale) + y_zero_point), ties to even. w_scale and w_zero_point may have one value for
// each output channel.
//   10
#include "engine/numerics/convolution.h"
#include "engine/numerics/double_double.h"
#include "engine/numerics/numerics.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

Values qlinear_conv(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Tensor& w = call.tensor("w");
  const Tensor& y_zero_point = call.tensor("y_zero_point");
  const Window window = convolution_window(call, x, w);
  const Shape shape = output_shape(x.dim(0), w.dim(0), window);
  // The products of 9-bit integers and their sums are integers that double holds exactly.
  const Reals sum = filled_by_channel(shape, call.maybe("B")) +
                    convolve(centred(x, call.tensor("x_zero_point")),
                             centred(w, along(call.tensor("w_zero_point"), w.shape(), 0)), window,
                             size_t(call.integer("group")));
  const Reals scale =
      call.tensor("x_scale").item<double>() * along(call.tensor("w_scale"), shape, 1).as<double>();
  const double y_scale = call.tensor("y_scale").item<double>();
  // In twice double's precision, so that a tie is one.
  const auto quotient = [y_scale](double value, double factor) {
    return double(DoubleDouble(value) * factor / y_scale);
  };
  const Reals each = xt::broadcast(scale, shape);
  Reals y = empty_array<double>(shape);
  std::transform(sum.begin(), sum.end(), each.begin(), y.begin(), quotient);
  return {quantized(y_zero_point.dtype(), y, scalar_array(y_zero_point.item<double>()))};
}

const Operator op("QLinearConv", qlinear_conv, {10});

}  // namespace
}  // namespace etalon
