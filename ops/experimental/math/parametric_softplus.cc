// ParametricSoftplus: Y = alpha · ln(exp(beta · X) + 1), elementwise.
//   1         experimental
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values parametric_softplus_1(const Call& call) {
  if (!call.has("alpha") || !call.has("beta")) {
    throw Unspecified("alpha or beta is left out, and no default is stated");
  }
  const double alpha = call.real("alpha");
  const double beta = call.real("beta");
  return {each(call.tensor("X"), [&](auto x) { return alpha * softplus(beta * x); })};
}

const Operator op("ParametricSoftplus", parametric_softplus_1, {1});

}  // namespace
}  // namespace etalon
