// ArgMax: reduced = the index along axis of the greatest element, the first of equal ones; NaN
// counts as greatest.
//   1, 11     11: negative axes; data must not be empty
//   12, 13    12: select_last_index gives the last of equal ones; 13: bfloat16
#include "ops/ai.onnx/reduction/arg.h"

namespace etalon {
namespace {

Values arg_max(const Call& call) {
  const size_t axis = arg_axis(call);
  const auto better = [](auto a, auto b) { return a > b; };
  const Ints reduced = best_along(call.tensor("data"), axis, better, arg_ties(call));
  return {with_keepdims(call, Tensor::of(DType::int64, reduced), {axis})};
}

const Operator op("ArgMax", arg_max, {1, 11, 12, 13});

}  // namespace
}  // namespace etalon
