// SkipSimplifiedLayerNormalization: output = S · inv_std_var · gamma with S = input + skip + bias,
// and inv_std_var = 1 / √(mean of S² + epsilon) over the last axis.
//   1
// What the output `mean` is where no mean is taken off, the text does not say: onnxruntime 1.32.0
// gives 0. That skip may be the same for all of the batch is measured, too.
#include "ops/com.microsoft/nn/skip_normalization.h"

namespace etalon {
namespace {

Values skip_simplified_layer_normalization(const Call& call) {
  const SkipOperands of(call);
  const double epsilon = call.real("epsilon");
  const DType T = of.input.dtype(), U = DType::float32;
  const std::vector<Tensor> outputs =
      by_sets(of.input, of.axes(), {T, U, U, T},
              [&]<class R>(const Array<R>& input, const Sets& sets) -> Arrays<R> {
                const Array<R> S = of.sum(input, sets);
                const Array<R> RMS = real::sqrt(mean_over(real::square(S)) + epsilon);
                const Array<R> mean = full(RMS.shape(), R(0));
                return {Array<R>(S / RMS * sets.elements<R>(of.gamma)), mean, 1 / RMS, S};
              });
  return {outputs.begin(), outputs.end()};
}

const Operator op("SkipSimplifiedLayerNormalization", skip_simplified_layer_normalization, {1},
                  "com.microsoft");

}  // namespace
}  // namespace etalon
