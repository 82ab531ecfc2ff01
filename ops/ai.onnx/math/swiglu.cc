// SwiGLU: Y = A · sigmoid(alpha · A) · B, elementwise; A and B are of equal shapes.
//   28
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

// R is the type to evaluate in.
template <class R>
double gated(double A, double B, R alpha) {
  return static_cast<double>(A * activation::sigmoid(alpha * A) * B);
}

Values swiglu(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const double alpha = call.real("alpha");
  const bool wide = A.dtype() == DType::float64;
  require_shape("B", B, A.shape());
  return {Tensor::of(A.dtype(), pairwise<double>(A, B, [&](double a, double b) {
                       return wide ? gated<long double>(a, b, alpha) : gated<double>(a, b, alpha);
                     }))};
}

const Operator op("SwiGLU", swiglu, {28});

}  // namespace
}  // namespace etalon
