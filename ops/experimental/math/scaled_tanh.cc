// ScaledTanh: output = alpha · tanh(beta · input), elementwise.
//   1         experimental
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values scaled_tanh_1(const Call& call) {
  if (!call.has("alpha") || !call.has("beta")) {
    throw Unspecified("alpha or beta is left out, and no default is stated");
  }
  const double alpha = call.real("alpha");
  const double beta = call.real("beta");
  return {each(call.tensor("input"), [&](auto x) { return alpha * std::tanh(beta * x); })};
}

const Operator op("ScaledTanh", scaled_tanh_1, {1});

}  // namespace
}  // namespace etalon
