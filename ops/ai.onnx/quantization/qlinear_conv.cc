// QLinearConv: y = saturate(round(sum · x_scale · w_scale / y_scale) + y_zero_point), ties to even,
//   sum[n, m, o] = B[m] + Σ_c Σ_k (w − w_zero_point)[m, c, k] · (x − x_zero_point)[n, c, o·strides
//   + k·dilations − pads], where the second factor is 0 in the padding
// w_scale and w_zero_point may have one value for each output channel.
//   10
#include "engine/formula.h"
#include "ops/ai.onnx/quantization/qlinear.h"
#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

Values qlinear_conv(const Call& call) {
  require_pairs_of_channels(call);
  const Tensor& x = call.tensor("x");
  const Tensor& w = call.tensor("w");
  const Window window = convolution_window(call, x, w);
  const Tensor w_zero_point = along(call.tensor("w_zero_point"), w.shape(), 0);
  const Reader X(by_channels(difference(x, call.tensor("x_zero_point"))));
  const Reader W(by_channels(difference(w, w_zero_point)));
  const Reader B(call.maybe("B"));
  const size_t N = X.dim(0), M = W.dim(0), C = W.dim(1);  // C of one group
  const size_t M_of_group = M / size_t(call.integer("group"));
  if (B) require_bias(call.tensor("B"), M);
  const Shape shape = output_shape(N, M, window);
  const Reader w_scale(broadcast_to(along(call.tensor("w_scale"), {M}, 0), {M}));
  const double y_scale = call.tensor("y_scale").item<double>();
  const double x_scale = call.tensor("x_scale").item<double>();
  const Tensor y_zero_point = single(call.tensor("y_zero_point"));
  const auto rounded = [&]<class R>(size_t n, size_t m, size_t o) -> R {
    Sum<R> sum;
    if (B) sum.add(B.at<R>(m));
    for (const auto& [k, at] : kernel_reads(window, o)) {
      for (size_t c = 0; c < C; ++c) {
        sum.add(W.at<R>(m, c, k) * X.at_or_zero<R>(n, m / M_of_group * C + c, at));
      }
    }
    return real::rint(sum.result() * x_scale * w_scale.at<R>(m) / y_scale);
  };
  // A whole number that float32 does not hold is far beyond y's type.
  const Tensor whole =
      each_output(DType::float32, {N, M, split_at(shape, 2).after}, rounded).reshaped(shape);
  const Saturation saturate(y_zero_point.dtype());
  const auto y = [&](double q, double zero) { return saturate(q + zero); };
  return {Tensor::of(y_zero_point.dtype(), pairwise<double>(whole, y_zero_point, y))};
}

const Operator op("QLinearConv", qlinear_conv, {10});

}  // namespace
}  // namespace etalon
