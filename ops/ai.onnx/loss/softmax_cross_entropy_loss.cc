// SoftmaxCrossEntropyLoss: log_prob = log Softmax(scores) along axis 1; output[n, d…] =
// -log_prob[n, c, d…] · weights[c] with c = labels[n, d…]; 0 where c is ignore_index; then reduced:
// none, sum, or mean, weighted by the weights applied.
//   12, 13    13: bfloat16
#include "ops/ai.onnx/loss/loss.h"

namespace etalon {
namespace {

Values softmax_cross_entropy_loss(const Call& call) {
  const Tensor& scores = call.tensor("scores");
  if (scores.rank() < 2) {
    throw InvalidInput("scores of shape {} have no axis of classes", to_string(scores.shape()));
  }
  const Targets targets = targets_of(call, scores, call.tensor("labels"), call.maybe("weights"));
  const auto log_softmax = []<class R>(const Array<R>& x) -> Array<R> {
    return x - real::log(sum_over(real::exp(x)));
  };
  const auto loss = [&]<class R>(const Array<R>& x, const Samples& samples) -> Array<R> {
    const Array<R> log_prob = log_softmax(x), weight = samples.weights<R>(x.shape()[0]);
    return samples.zero_if_ignored(Array<R>(-samples.at_class(log_prob) * weight));
  };
  Value log_prob;
  if (call.wants("log_prob")) log_prob = by_sets(scores, {1}, log_softmax);
  return {reduced_loss(call, targets, loss), log_prob};
}

const Operator op("SoftmaxCrossEntropyLoss", softmax_cross_entropy_loss, {12, 13});

}  // namespace
}  // namespace etalon
