// Gemm: Y = alpha · A' · B' + beta · C, where A' is A or, with transA, its transpose; so B'.
//   1, 6      C of Y's shape, or broadcast=1: C aligns with Y's last axes
//   7         C broadcasts to Y
//   9         integers, which wrap
//   11, 13    11: C may be left out; 13: bfloat16
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// C in Y's shape; zeros when it is left out.
Tensor addend(const Call& call, DType type, const Shape& shape) {
  const Tensor* C = call.maybe("C");
  const bool broadcasts = !call.schema().attribute("broadcast") || call.flag("broadcast");
  if (C && !broadcasts && C->shape() != shape) {
    throw InvalidInput("C's shape is {} where Y's is {} and broadcast is 0", to_string(C->shape()),
                       to_string(shape));
  }
  return broadcast_to(C ? *C : Tensor::zeros(type, {}), shape);
}

int64_t integer_factor(const Call& call, std::string_view attribute) {
  const double value = call.real(attribute);
  if (std::trunc(value) != value || std::fabs(value) >= 0x1p63) {
    throw Unspecified("{} is {}, not an integer, where A, B and C are integers", attribute, value);
  }
  return static_cast<int64_t>(value);
}

Values gemm(const Call& call) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const bool transA = call.flag("transA"), transB = call.flag("transB");
  require_rank("A", A, 2);
  require_rank("B", B, 2);
  const Tensor C = addend(call, A.dtype(), {A.dim(transA), B.dim(!transB)});
  if (is_float(A.dtype())) {
    const Reals c = C.as<double>();
    const double alpha = call.real("alpha"), beta = call.real("beta");
    const Tensor Y = products_of(A, transA, B, transB)
                         .rounded([&]<class R>(const R& product, size_t position) -> R {
                           return alpha * product + beta * R(c.data()[position]);
                         });
    return {either_zero(Y, "negative_zero")};
  }
  return {over_integers(A.dtype(), [&]<class T>() {
    const T alpha(integer_factor(call, "alpha")), beta(integer_factor(call, "beta"));
    const Array<T> product = matrix_product<T>(A, transA, B, transB);
    return Tensor::of(A.dtype(), alpha * product + beta * C.as<T>());
  })};
}

const Operator op("Gemm", gemm, {1, 6, 7, 9, 11, 13});

}  // namespace
}  // namespace etalon
