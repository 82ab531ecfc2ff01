// Softplus: Y = ln(exp(X) + 1), elementwise.
//   1, 22     22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values softplus(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor Y = each(X, [](auto x) { return activation::softplus(x); });
  return {step_or_exact(Y, "overflow", [&] { return Reals(xt::exp(X.as<double>())); })};
}

const Operator op("Softplus", softplus, {1, 22});

}  // namespace
}  // namespace etalon
