// ConvInteger: y = Conv of x − x_zero_point and w − w_zero_point, as int32; the sum may wrap.
// x_zero_point and w_zero_point are 0 unless given; w's may be one for each output channel.
//   10
#include "engine/numerics/convolution.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

Values conv_integer(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Tensor& w = call.tensor("w");
  at_point("empty", x.size() == 0 && w.size() == 0);
  const Window window = convolution_window(call, x, w);
  const Tensor zero = scalar(DType::int64, int64_t{0});
  const Tensor* x_zero_point = call.maybe("x_zero_point");
  const Tensor* w_zero_point = call.maybe("w_zero_point");
  const Tensor each = w_zero_point ? along(*w_zero_point, w.shape(), 0) : zero;
  // The products of 9-bit integers and their sums are integers that double holds exactly.
  const Reals y = convolve(centred(x, x_zero_point ? *x_zero_point : zero), centred(w, each),
                           window, size_t(call.integer("group")));
  return {Tensor::of(DType::int32, xt::cast<int64_t>(y))};
}

const Operator op("ConvInteger", conv_integer, {10});

}  // namespace
}  // namespace etalon
