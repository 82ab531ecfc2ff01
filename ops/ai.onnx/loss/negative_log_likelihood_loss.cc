// NegativeLogLikelihoodLoss: loss[n, d…] = -input[n, c, d…] · weight[c] with c = target[n, d…]; 0
// where c is ignore_index; then reduced: none, sum, or mean, weighted by the weights applied.
//   12, 13, 22   22: bfloat16
#include "ops/ai.onnx/loss/loss.h"

namespace etalon {
namespace {

Values negative_log_likelihood_loss(const Call& call) {
  const Targets targets =
      targets_of(call, call.tensor("input"), call.tensor("target"), call.maybe("weight"));
  const auto loss = []<class R>(const Array<R>& input, const Samples& samples) -> Array<R> {
    const Array<R> weight = samples.weights<R>(input.shape()[0]);
    return samples.zero_if_ignored(Array<R>(-samples.at_class(input) * weight));
  };
  return {reduced_loss(call, targets, loss)};
}

const Operator op("NegativeLogLikelihoodLoss", negative_log_likelihood_loss, {12, 13, 22});

}  // namespace
}  // namespace etalon
