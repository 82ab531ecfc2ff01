// NegativeLogLikelihoodLoss: loss[n, d…] = -input[n, c, d…] · weight[c] with c = target[n, d…]; 0
// where c is ignore_index; then reduced: none, sum, or mean, weighted by the weights applied.
//   12, 13, 22   22: bfloat16
#include "ops/ai.onnx/loss/loss.h"

namespace etalon {
namespace {

Values negative_log_likelihood_loss(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Judged classes = judged(call, input, call.tensor("target"), call.maybe("weight"));
  return {reduced_loss(
      call, classes, []<class R>(const Array<R>& lines) { return lines; },
      [](const Reals& lines) { return max_over(lines, {1}); })};
}

const Operator op("NegativeLogLikelihoodLoss", negative_log_likelihood_loss, {12, 13, 22});

}  // namespace
}  // namespace etalon
