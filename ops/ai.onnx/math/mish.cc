// Mish: Y = X · tanh(ln(1 + exp(X))), elementwise.
//   18, 22    22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values mish(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor Y = each(X, [](auto x) { return x * real::tanh(activation::softplus(x)); });
  const Tensor limits = limit_or_nan(Y, "inf", X, [&] { return Tensor::zeros(X.dtype(), {}); });
  return {step_or_exact(limits, "overflow", [&] { return Reals(xt::exp(X.as<double>())); })};
}

const Operator op("Mish", mish, {18, 22});

}  // namespace
}  // namespace etalon
