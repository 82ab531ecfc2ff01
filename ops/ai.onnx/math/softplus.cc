// Softplus: Y = ln(exp(X) + 1), elementwise.
//   1, 22     22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values softplus(const Call& call) {
  return {each(call.tensor("X"), [](auto x) { return activation::softplus(x); })};
}

const Operator op("Softplus", softplus, {1, 22});

}  // namespace
}  // namespace etalon
