// SoftmaxCrossEntropyLoss: log_prob = log Softmax(scores) along axis 1; output[n, d…] =
// -log_prob[n, c, d…] · weights[c] with c = labels[n, d…]; 0 where c is ignore_index; then reduced:
// none, sum, or mean, weighted by the weights applied.
//   12, 13    13: bfloat16
#include "engine/numerics/exponentials.h"
#include "ops/ai.onnx/loss/loss.h"

namespace etalon {
namespace {

// Lines [N · D, C] as [N, C, d…].
Tensor by_axis(const Tensor& lines, const Shape& shape) {
  const size_t N = shape[0], C = shape[1], D = split_at(shape, 2).after;
  return transposed(lines.reshaped({N, D, C}), {0, 2, 1}).reshaped(shape);
}

Values softmax_cross_entropy_loss(const Call& call) {
  const Tensor& scores = call.tensor("scores");
  if (scores.rank() < 2) {
    throw InvalidInput("scores of shape {} have no axis of classes", to_string(scores.shape()));
  }
  const auto log_softmax = []<class R>(const Array<R>& lines) {
    return log_softmax_of_lines(lines);
  };
  const Judged classes = judged(call, scores, call.tensor("labels"), call.maybe("weights"));
  Value log_prob;
  if (call.wants("log_prob")) {
    log_prob = by_axis(log_softmax_of_lines(classes.lines), scores.shape());
  }
  const auto exponentials = [](const Reals& lines) { return sum_over(Reals(xt::exp(lines)), {1}); };
  return {reduced_loss(call, classes, log_softmax, exponentials), log_prob};
}

const Operator op("SoftmaxCrossEntropyLoss", softmax_cross_entropy_loss, {12, 13});

}  // namespace
}  // namespace etalon
