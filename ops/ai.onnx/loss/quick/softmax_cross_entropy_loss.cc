// SoftmaxCrossEntropyLoss with the maximum's own 1 left out of the sum of exponentials, beside
// which a small rest would be lost; and log_prob as LogSoftmax has it.
#include "engine/numerics/exponentials.h"
#include "engine/operators/delegate.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/loss/loss.h"

namespace etalon {
namespace {

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
    log_prob = step_of(call, "LogSoftmax", 13, {{"input", scores}},
                       {{"axis", attribute_of("axis", int64_t{1})}})[0];
  }
  return Values{reduced_loss(call, targets, loss), log_prob};
}

const Quick op("SoftmaxCrossEntropyLoss", softmax_cross_entropy_loss);

}  // namespace
}  // namespace etalon
