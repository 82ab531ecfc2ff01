// HardSigmoid: Y = max(0, min(1, alpha · X + beta)), elementwise.
//   1, 6, 22  22: bfloat16
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values hard_sigmoid(const Call& call) {
  const double alpha = call.real("alpha");
  const double beta = call.real("beta");
  return {each(call.tensor("X"), [&](auto x) { return activation::hard_sigmoid(x, alpha, beta); })};
}

const Operator op("HardSigmoid", hard_sigmoid, {1, 6, 22});

}  // namespace
}  // namespace etalon
