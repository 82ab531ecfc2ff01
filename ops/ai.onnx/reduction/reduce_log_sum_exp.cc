// ReduceLogSumExp: reduced = log Σ exp(data) over axes; -inf for an empty set; of integers: in
// double, then truncated, as the function body of 18 has it ("reduced_double", "CastLike").
//   1, 11     axes as attribute; 11: negative axes
//   13        bfloat16
//   18        axes as input; noop_with_empty_axes, which gives log exp data
//   28        no integers
#include "ops/ai.onnx/reduction/reduction.h"

namespace etalon {
namespace {

Tensor log_sum_exp(DType type, const Tensor& data, const std::vector<size_t>& axes) {
  return by_sets(data, axes, {type}, []<class R>(const Array<R>& x) {
    return Arrays<R>{real::log(sum_over(real::exp(x)))};
  })[0];
}

// Numbers in double as integers.
Tensor truncated_to(DType type, const Tensor& numbers) {
  const auto same = []<class R>(const Array<R>& x) { return Arrays<R>{x}; };
  return by_sets<truncated_reals>(numbers, {}, {type}, same)[0];
}

Values reduce_log_sum_exp(const Call& call) {
  const Tensor& data = call.tensor("data");
  const std::vector<size_t> axes = reduced_axes(call);
  const DType type = data.dtype();
  if (is_float(type)) return {with_keepdims(call, log_sum_exp(type, data, axes))};
  const Tensor reduced_double = log_sum_exp(DType::float64, data, axes);
  return {with_keepdims(call, truncated_to(type, reduced_double))};
}

const Operator op("ReduceLogSumExp", reduce_log_sum_exp, {1, 11, 13, 18, 28});

}  // namespace
}  // namespace etalon
