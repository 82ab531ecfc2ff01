// SwiGLU: Y = A · sigmoid(alpha · A) · B, elementwise; A and B are of equal shapes.
//   28
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values swiglu(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const double alpha = call.real("alpha");
  require_shape("B", B, A.shape());
  const auto gated = [&](auto a, auto b) { return a * activation::sigmoid(alpha * a) * b; };
  return {each(A, B, gated)};
}

const Operator op("SwiGLU", swiglu, {28});

}  // namespace
}  // namespace etalon
