// SwiGLU: Y = A · sigmoid(alpha · A) · B, elementwise; A and B are of equal shapes.
//   28
#include "engine/formula.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {
namespace {

Values swiglu(const Call& call) {
  const Tensor &A = call.tensor("A"), &B = call.tensor("B");
  const double alpha = call.real("alpha");
  require_shape("B", B, A.shape());
  return {each(A, B, [&]<class R>(const R& a, const R& b) {
    return a * activation::sigmoid(R(alpha * a)) * b;
  })};
}

const Operator op("SwiGLU", swiglu, {28});

}  // namespace
}  // namespace etalon
