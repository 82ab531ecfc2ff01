// QLinearSoftmax: Y = saturate(round(exp(x) / Σ exp(x) / y_scale) + y_zero_point), ties to even,
// with x = X_scale · (X − x_zero_point). The sum runs over `axis`, and where `opset` is less than
// 13 over all axes after it, too.
//   1
// The text has Softmax's formula; how its results are rounded and that they saturate is measured of
// onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/qlinear.h"

namespace etalon {
namespace {

Values qlinear_softmax(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Quantization of_X(call, "X_scale", "x_zero_point"), of_Y(call, "y");
  std::vector<size_t> axes{axis_index(call.integer("axis"), X.rank())};
  while (call.integer("opset") < 13 && axes.back() + 1 < X.rank()) axes.push_back(axes.back() + 1);
  const Tensor quotient =
      by_sets(of_X.centred(X), axes, [&]<class R>(const Array<R>& q) -> Array<R> {
        const Array<R> x = of_X.scale * q;
        const Array<R> e = real::exp(x);
        return Array<R>(e / sum_over(e) / of_Y.scale);
      });
  return requantized(X.dtype(), quotient, of_Y);
}

const Operator op("QLinearSoftmax", qlinear_softmax, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
