// QLinearAveragePool: Y = saturate(round(mean / y_scale) + y_zero_point), ties to even, where mean
// is Σ x_scale · (X − x_zero_point) / the number of elements, over each window. Padding counts as
// elements with value 0 if count_include_pad; what lies beyond the padding (ceil_mode) never does.
// With channels_last X is [N, D…, C].
//   1
// The text has “Dequantize(Input) -> AveragePool on fp32 data -> Quantize(output)”: how `Quantize`
// rounds and that it saturates is measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/qlinear_average_pool.h"

namespace etalon {
namespace {

Values qlinear_average_pool(const Call& call) {
  const PoolOperands of(call);
  if (of.any_padding_window()) {
    undefined(0, "a window lies in the padding only, and has no elements to average");
  }
  const Quantization of_X(call, "x"), of_Y(call, "y");
  const Reader X(by_channels(of_X.centred(of.X)));
  const auto mean = [&]<class R>(size_t n, size_t c, size_t o) -> R {
    Sum<R> sum;
    for (const size_t at : positions_read(of.window, o)) sum.add(X.at<R>(n, c, at));
    const auto count = double(std::max<int64_t>(of.counts.flat(o), 1));
    return of_X.scale * sum.result() / count / of_Y.scale;
  };
  const Tensor quotient = each_output(DType::float64, {X.dim(0), X.dim(1), of.counts.size()}, mean)
                              .reshaped(output_shape(X.dim(0), X.dim(1), of.window));
  return requantized(of.X.dtype(), of.as_given(quotient), of_Y);
}

const Operator op("QLinearAveragePool", qlinear_average_pool, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
