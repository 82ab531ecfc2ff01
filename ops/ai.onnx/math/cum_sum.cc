// CumSum: y[i] = x[0] + … + x[i] along axis; integers wrap. exclusive: without x[i]; reverse: from
// the axis's end.
//   11, 14    14: float16, bfloat16
#include "ops/ai.onnx/math/cumulative.h"

namespace etalon {
namespace {

Values cum_sum(const Call& call) {
  const size_t axis = cumulative_axis(call);
  return {by_sets<numbers>(call.tensor("x"), {axis}, [&]<class R>(const Array<R>& x) {
    return accumulated(call, x, R(0), [](const R& sum, const R& next) -> R { return sum + next; });
  })};
}

const Operator op("CumSum", cum_sum, {11, 14});

}  // namespace
}  // namespace etalon
