// LogSoftmax: also as its text has it, log(softmax), which is infinite where the softmax vanishes.
#include "engine/numerics/exponentials.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/math/softmax.h"
#include "ops/ai.onnx/runtime_type.h"

namespace etalon {
namespace {

std::optional<Values> either_log_softmax(const Call& call) {
  const auto formula = []<class R>(const Array<R>& x) -> Array<R> {
    const Array<R> d = x - max_over(x), e = real::exp(d), softmax = e / sum_over(e);
    return either(Array<R>(d - log_of_sum(d, {1})), Array<R>(real::log(softmax)));
  };
  return Values{by_sets(call.tensor("input"), softmax_axes(call), formula)};
}

const Bounds op("LogSoftmax", either_log_softmax);
const Sampled sampled_log_softmax("LogSoftmax", either_log_softmax);

}  // namespace
}  // namespace etalon
