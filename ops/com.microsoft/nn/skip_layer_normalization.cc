// SkipLayerNormalization: output = (S − mean) · inv_std_var · gamma + beta with S = input + skip +
// bias, and mean and inv_std_var = 1 / √(variance + epsilon) over the last axis.
//   1
// The text has no formula but the names, and 3D inputs alone: that inputs of rank 2 are taken is
// measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/nn/skip_normalization.h"

namespace etalon {
namespace {

Values skip_layer_normalization(const Call& call) {
  const SkipOperands of(call);
  const Tensor* beta = call.maybe("beta");
  if (beta) require_shape("beta", *beta, of.gamma.shape());
  const double epsilon = call.real("epsilon");
  const DType T = of.input.dtype(), U = DType::float32;
  const std::vector<Tensor> outputs =
      by_sets(of.input, of.axes(), {T, U, U, T},
              [&]<class R>(const Array<R>& input, const Sets& sets) -> Arrays<R> {
                const Array<R> S = of.sum(input, sets);
                const Array<R> mean = mean_over(S), D = S - mean;
                const Array<R> std_dev = real::sqrt(mean_over(real::square(D)) + epsilon);
                const Array<R> scaled = D / std_dev * sets.elements<R>(of.gamma);
                const Array<R> output = beta ? Array<R>(scaled + sets.elements<R>(*beta)) : scaled;
                return {output, mean, 1 / std_dev, S};
              });
  return {outputs.begin(), outputs.end()};
}

const Operator op("SkipLayerNormalization", skip_layer_normalization, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
