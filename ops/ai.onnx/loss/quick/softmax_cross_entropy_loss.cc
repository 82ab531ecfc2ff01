// SoftmaxCrossEntropyLoss with the maximum's own 1 left out of the sum of exponentials, beside
// which a small rest would be lost; and log_prob in doubles, with a bound of their error.
#include "engine/numerics/exponentials.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/loss/loss.h"

namespace etalon {
namespace {

// Lines [N · D, C] as [N, C, d…].
Tensor by_axis(const Tensor& lines, const Shape& shape) {
  const size_t N = shape[0], C = shape[1], D = split_at(shape, 2).after;
  return transposed(lines.reshaped({N, D, C}), {0, 2, 1}).reshaped(shape);
}

std::optional<Values> softmax_cross_entropy_loss(const Call& call) {
  const Tensor& scores = call.tensor("scores");
  if (scores.rank() < 2) return std::nullopt;
  const Targets targets = targets_of(call, scores, call.tensor("labels"), call.maybe("weights"));
  const auto loss = []<class R>(const Array<R>& x, const Samples& samples) -> Array<R> {
    const Array<R> log_prob = log_softmax_of_lines(x);
    const Array<R> weight = samples.weights<R>(x.shape()[0]);
    return samples.zero_if_ignored(Array<R>(-samples.at_class(log_prob) * weight));
  };
  Value log_prob;
  if (call.wants("log_prob")) {
    log_prob = by_axis(log_softmax_of_lines(targets.lines()), scores.shape());
  }
  return Values{reduced_loss(call, targets, loss), log_prob};
}

const Quick op("SoftmaxCrossEntropyLoss", softmax_cross_entropy_loss);

}  // namespace
}  // namespace etalon
