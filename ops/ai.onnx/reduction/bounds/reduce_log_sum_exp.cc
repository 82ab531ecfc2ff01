// ReduceLogSumExp: also log Σ exp(data) without the maximum, where a runtime's exp may overflow.
#include "engine/numerics/exponentials.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/reduction/reduction.h"
#include "ops/ai.onnx/runtime_type.h"

namespace etalon {
namespace {

template <class R>
R log_of(const R& sum) {
  if constexpr (std::same_as<R, ArbBall>) {
    if (may_overflow(sum)) return ArbBall::unknown();
  }
  return real::log(sum);
}

std::optional<Values> either_log_sum_exp(const Call& call) {
  const Tensor& data = call.tensor("data");
  if (!is_float(data.dtype())) return std::nullopt;
  const Tensor reduced =
      by_sets(data, reduced_axes(call), []<class R>(const Array<R>& x) -> Array<R> {
        const Array<R> sum = sum_over(Array<R>(real::exp(x)));
        return either(log_sum_exp(x, {1}), by_element(sum, log_of<R>));
      });
  return Values{with_keepdims(call, reduced)};
}

const Bounds op("ReduceLogSumExp", either_log_sum_exp);
const Sampled sampled_log_sum_exp("ReduceLogSumExp", either_log_sum_exp);

}  // namespace
}  // namespace etalon
