// SwiGLU: Y = A · sigmoid(alpha · A) · B, elementwise; A and B are of equal shapes.
//   28
#include "ops/ai.onnx/math/elementwise.h"

namespace etalon {
namespace {

template <class R>
double swiglu(double A, double B, R alpha) {
  return static_cast<double>(A * sigmoid(alpha * A) * B);
}

Values swiglu_28(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const double alpha = call.real("alpha");
  const bool wide = A.dtype() == DType::float64;
  require_equal_shapes({A, B});
  const auto f = [&](double a, double b) {
    return wide ? swiglu<long double>(a, b, alpha) : swiglu<double>(a, b, alpha);
  };
  return {Tensor::of(A.dtype(), xt::vectorize(f)(A.as<double>(), B.as<double>()))};
}

const Operator op("SwiGLU", swiglu_28, {28});

}  // namespace
}  // namespace etalon
