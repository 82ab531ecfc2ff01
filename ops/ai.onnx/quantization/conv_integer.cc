// ConvInteger: y = Conv of x − x_zero_point and w − w_zero_point, as int32; the sum may wrap:
//   y[n, m, o] = Σ_c Σ_k (w − w_zero_point)[m, c, k] · (x − x_zero_point)[n, c, o·strides +
//   k·dilations − pads], where the second factor is 0 in the padding
// x_zero_point and w_zero_point are 0 unless given; w's may be one for each output channel.
//   10
#include "engine/formula.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

Values conv_integer(const Call& call) {
  const Tensor& x = call.tensor("x");
  const Tensor& w = call.tensor("w");
  const Window window = convolution_window(call, x, w);
  const Tensor zero = scalar(DType::int64, int64_t{0});
  const Tensor* x_zero_point = call.maybe("x_zero_point");
  const Tensor* w_zero_point = call.maybe("w_zero_point");
  const Tensor of_channels = w_zero_point ? along(*w_zero_point, w.shape(), 0) : zero;
  const Reader X(by_channels(difference(x, x_zero_point ? *x_zero_point : zero)));
  const Reader W(by_channels(difference(w, of_channels)));
  const size_t N = X.dim(0), M = W.dim(0), C = W.dim(1);  // C of one group
  const size_t M_of_group = M / size_t(call.integer("group"));
  const Shape shape = output_shape(N, M, window);
  const auto element = [&]<class R>(size_t n, size_t m, size_t o) -> R {
    Sum<R> sum;
    for (const auto& [k, at] : kernel_reads(window, o)) {
      for (size_t c = 0; c < C; ++c) {
        sum.add(W.at<R>(m, c, k) * X.at_or_zero<R>(n, m / M_of_group * C + c, at));
      }
    }
    return sum.result();
  };
  const Shape outputs{N, M, split_at(shape, 2).after};
  return {each_output<numbers>(DType::int32, outputs, element).reshaped(shape)};
}

const Operator op("ConvInteger", conv_integer, {10});

}  // namespace
}  // namespace etalon
