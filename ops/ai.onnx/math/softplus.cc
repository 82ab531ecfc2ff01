// Softplus: Y = ln(exp(X) + 1), elementwise.
//   1, 22     22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon::softplus_operator {
namespace {

Values softplus_1(const Call& call) {
  return {each(call.tensor("X"), [](auto x) { return softplus(x); })};
}

const Operator op("Softplus", {{1, softplus_1}, {22, softplus_1}});

}  // namespace
}  // namespace etalon::softplus_operator
