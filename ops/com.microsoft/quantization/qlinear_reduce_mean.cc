// QLinearReduceMean: reduced = saturate(round(mean / reduced_scale) + reduced_zero_point), ties to
// even, where mean is that of data_scale · (data − data_zero_point) over `axes`, all where there
// are none; with keepdims these stay as size 1.
//   1
// The text has “Dequantize(Input) -> ReduceMean on fp32 data -> Quantize(output)”: how `Quantize`
// rounds and that it saturates is taken from the operators of its kind. onnxruntime 1.32.0 has no
// kernel.
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values qlinear_reduce_mean(const Call& call) {
  const Tensor& data = call.tensor("data");
  std::vector<size_t> axes = axis_indices(call.ints("axes"), data.rank());
  if (axes.empty()) axes = all_axes(data.rank());
  const Quantization of_data(call, "data"), of_reduced(call, "reduced");
  Tensor quotient =
      by_sets(of_data.centred(data), axes, [&]<class R>(const Array<R>& q) -> Array<R> {
        return of_data.scale * mean_over(q) / of_reduced.scale;
      });
  if (!call.flag("keepdims")) quotient = quotient.reshaped(without_axes(quotient.shape(), axes));
  return requantized(data.dtype(), quotient, of_reduced);
}

const Operator op("QLinearReduceMean", qlinear_reduce_mean, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
