// Elu: Y = alpha · (exp(X) - 1) for X < 0, X otherwise, elementwise.
//   1, 6, 22  22: bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values elu(const Call& call) {
  const double alpha = call.real("alpha");
  const Tensor Y = each(call.tensor("X"), [&](auto x) { return activation::elu(x, alpha); });
  return {anything(Y, "nan", [&] { return nans(Y); })};
}

const Operator op("Elu", elu, {1, 6, 22});

}  // namespace
}  // namespace etalon
