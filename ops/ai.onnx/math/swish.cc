// Swish: Y = X · sigmoid(alpha · X), elementwise.
//   24
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values swish(const Call& call) {
  const double alpha = call.real("alpha");
  const Tensor& X = call.tensor("X");
  const Tensor Y = each(X, [&](auto x) { return x * activation::sigmoid(alpha * x); });
  return {limit_or_nan(Y, "inf", X, [&] { return Tensor::zeros(X.dtype(), {}); })};
}

const Operator op("Swish", swish, {24});

}  // namespace
}  // namespace etalon
