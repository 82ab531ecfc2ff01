// Affine: Y = alpha · X + beta, elementwise.
//   1         experimental
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values affine(const Call& call) {
  const double alpha = call.real("alpha");
  const double beta = call.real("beta");
  return {each(call.tensor("X"), [&](auto x) { return activation::affine(x, alpha, beta); })};
}

const Operator op("Affine", affine, {1});

}  // namespace
}  // namespace etalon
