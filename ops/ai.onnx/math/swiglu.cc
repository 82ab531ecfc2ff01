// SwiGLU: Y = A · sigmoid(alpha · A) · B, elementwise; A and B are of equal shapes.
//   28
#include "engine/operators/choice.h"
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

Values swiglu(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const double alpha = call.real("alpha");
  require_shape("B", B, A.shape());
  const auto gated = [&](auto a, auto b) { return a * activation::sigmoid(alpha * a) * b; };
  const auto zero = [&] { return Tensor::zeros(A.dtype(), {}); };
  return {limit_or_nan(each(A, B, gated), "inf", A, zero)};
}

const Operator op("SwiGLU", swiglu, {28});

}  // namespace
}  // namespace etalon
