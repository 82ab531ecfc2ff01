// SoftmaxCrossEntropyLoss: log_prob = log Softmax(scores) along axis 1; output[n, d…] =
// -log_prob[n, c, d…] · weights[c] with c = labels[n, d…]; 0 where c is ignore_index; then reduced:
// none, sum, or mean, weighted by the weights applied.
//   12, 13    13: bfloat16
#include "engine/numerics/exponentials.h"
#include "ops/ai.onnx/loss/loss.h"

namespace etalon {
namespace {

Reals over_classes(const Reals& x) {
  const Reals largest = max_over(x, {1});
  const Reals e = xt::exp(x - largest);
  const Reals total = sum_over(e, {1});
  return x - largest - xt::log(total);
}

Values softmax_cross_entropy_loss(const Call& call) {
  const Tensor& scores = call.tensor("scores");
  if (scores.rank() < 2) {
    throw InvalidInput("scores of shape {} have no axis of classes", to_string(scores.shape()));
  }
  const Reals log_prob = over_classes(scores.as<double>());
  const ClassLoss each = class_loss(call, log_prob, call.tensor("labels"), call.maybe("weights"));
  return {Tensor::of(scores.dtype(), reduced(call, each)), Tensor::of(scores.dtype(), log_prob)};
}

const Operator op("SoftmaxCrossEntropyLoss", softmax_cross_entropy_loss, {12, 13});

}  // namespace
}  // namespace etalon
