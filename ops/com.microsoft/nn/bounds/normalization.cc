// SkipLayerNormalization, with the variance also as the mean of the squares less the square of the
// mean.
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/nn/bounds/deviation.h"
#include "ops/com.microsoft/nn/skip_normalization.h"

namespace etalon {
namespace {

std::optional<Values> bounded_skip(const Call& call) {
  const SkipOperands of(call);
  const Tensor* beta = call.maybe("beta");
  const double epsilon = call.real("epsilon");
  const DType T = of.input.dtype(), U = DType::float32;
  const std::vector<Tensor> outputs =
      by_sets(of.input, of.axes(), {T, U, U, T},
              [&]<class R>(const Array<R>& input, const Sets& sets) -> Arrays<R> {
                const Array<R> S = of.sum(input, sets), mean = mean_over(S);
                const Array<R> inv_std_var = 1 / either_deviation(S, mean, epsilon);
                const Array<R> scaled = (S - mean) * inv_std_var * sets.elements<R>(of.gamma);
                const Array<R> output = beta ? Array<R>(scaled + sets.elements<R>(*beta)) : scaled;
                return {output, mean, inv_std_var, S};
              });
  return Values(outputs.begin(), outputs.end());
}

const Bounds op("SkipLayerNormalization", bounded_skip);

}  // namespace
}  // namespace etalon
