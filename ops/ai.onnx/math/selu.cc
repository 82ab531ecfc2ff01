// Selu: Y = gamma · alpha · (exp(X) - 1) for X <= 0, gamma · X otherwise, elementwise.
//   1, 6      6: alpha and gamma of seven digits by default
//   22        bfloat16
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values selu(const Call& call) {
  const double alpha = call.real("alpha");
  const double gamma = call.real("gamma");
  const Tensor Y =
      each(call.tensor("X"), [&](auto x) { return gamma * (x <= 0 ? alpha * real::expm1(x) : x); });
  return {either_zero(anything(Y, "nan", [&] { return nans(Y); }), "negative_zero")};
}

const Operator op("Selu", selu, {1, 6, 22});

}  // namespace
}  // namespace etalon
