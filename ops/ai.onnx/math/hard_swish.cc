// HardSwish: Y = X · max(0, min(1, X / 6 + 1 / 2)), elementwise.
//   14, 22    22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values hard_swish(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor Y =
      each(X, []<class R>(R x) { return x * maximum(R(0), minimum(R(1), (x + 3) / 6)); });
  return {limit_or_nan(Y, "inf", X, [&] { return Tensor::zeros(X.dtype(), {}); })};
}

const Operator op("HardSwish", hard_swish, {14, 22});

}  // namespace
}  // namespace etalon
