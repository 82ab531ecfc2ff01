// Softmax and LogSoftmax, as runtimes compute them: less the maximum. LogSoftmax also as its text
// has it, log(softmax), which is infinite where the softmax vanishes.
#include "ops/ai.onnx/math/softmax.h"
#include "engine/numerics/exponentials.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/runtime_type.h"

namespace etalon {
namespace {

std::optional<Values> less_greatest(const Call& call) {
  const Tensor& input = call.tensor("input");
  if (holds_infinity(input)) return std::nullopt;
  return Values{by_sets(input, softmax_axes(call), []<class R>(const Array<R>& x) -> Array<R> {
    const Array<R> e = real::exp(x - max_over(x));
    return e / sum_over(e);
  })};
}

std::optional<Values> either_log_softmax(const Call& call) {
  const Tensor& input = call.tensor("input");
  if (holds_infinity(input)) return std::nullopt;
  return Values{by_sets(input, softmax_axes(call), []<class R>(const Array<R>& x) -> Array<R> {
    const Array<R> d = x - max_over(x), e = real::exp(d), softmax = e / sum_over(e);
    return either(Array<R>(d - log_of_sum(d, {1})), Array<R>(real::log(softmax)));
  })};
}

const Bounds op[] = {{"Softmax", less_greatest}, {"LogSoftmax", either_log_softmax}};
const Sampled sampled_softmax[] = {{"Softmax", less_greatest}, {"LogSoftmax", either_log_softmax}};

}  // namespace
}  // namespace etalon
