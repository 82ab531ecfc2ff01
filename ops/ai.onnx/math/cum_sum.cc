// CumSum: y[i] = x[0] + … + x[i] along axis; integers wrap. exclusive: without x[i]; reverse: from
// the axis's end.
//   11, 14    14: float16, bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/cumulative.h"

namespace etalon {
namespace {

Values cum_sum(const Call& call) {
  return cumulate<RunningSum>(call, [](const Tensor& y, const Tensor& x, const SumsOf& of) {
    return open_sums(y, {x}, of);
  });
}

const Operator op("CumSum", cum_sum, {11, 14});

}  // namespace
}  // namespace etalon
