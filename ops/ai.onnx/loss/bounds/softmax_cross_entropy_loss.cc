// SoftmaxCrossEntropyLoss: also as its text has it, by Log(p) with p = Softmax(scores), which is
// infinite where p vanishes.
#include "engine/numerics/exponentials.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/loss/loss.h"
#include "ops/ai.onnx/runtime_type.h"

namespace etalon {
namespace {

template <class R>
Array<R> either_log(const Array<R>& x) {
  const Array<R> d = x - max_over(x), e = real::exp(d), sum = sum_over(e);
  return either(Array<R>(d - real::log(sum)), Array<R>(real::log(Array<R>(e / sum))));
}

std::optional<Values> by_either_log(const Call& call) {
  const Tensor& scores = call.tensor("scores");
  if (holds_infinity(scores)) return std::nullopt;
  const Targets targets = targets_of(call, scores, call.tensor("labels"), call.maybe("weights"));
  const auto loss = []<class R>(const Array<R>& x, const Samples& samples) -> Array<R> {
    const Array<R> weight = samples.weights<R>(x.shape()[0]);
    return samples.zero_if_ignored(Array<R>(-samples.at_class(either_log(x)) * weight));
  };
  Value log_prob;
  if (call.wants("log_prob")) {
    log_prob = by_sets(scores, {1}, []<class R>(const Array<R>& x) { return either_log(x); });
  }
  return Values{reduced_loss(call, targets, loss), log_prob};
}

const Bounds op("SoftmaxCrossEntropyLoss", by_either_log);

}  // namespace
}  // namespace etalon
