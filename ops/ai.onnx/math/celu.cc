// Celu: Y = max(0, X) + min(0, alpha · (exp(X / alpha) - 1)), elementwise.
//   12, 28    28: float16, bfloat16, double
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values celu(const Call& call) {
  const double alpha = call.real("alpha");
  const Tensor Y = each(call.tensor("X"), [&]<class R>(R x) {
    return maximum(R(0), x) + minimum(R(0), alpha * real::expm1(x / alpha));
  });
  const auto zero = [&] { return Tensor::zeros(Y.dtype(), {}); };
  const Tensor open = either_zero(nan_or_number(Y, "nan", zero), "negative_zero");
  return {anything(open, "zero_divisor", [&] { return full(Y.shape(), alpha == 0); })};
}

const Operator op("Celu", celu, {12, 28});

}  // namespace
}  // namespace etalon
