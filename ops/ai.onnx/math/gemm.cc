// Gemm: Y = alpha · A' · B' + beta · C, where A' is A or, with transA, its transpose; so B'.
//   1, 6      C of Y's shape, or broadcast=1: C aligns with Y's last axes
//   7         C broadcasts to Y
//   9         integers, which wrap
//   11, 13    11: C may be left out; 13: bfloat16
#include "engine/numerics/double_double.h"
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

const Tensor& matrix(const Tensor& X) {
  if (X.rank() != 2) throw InvalidInput("the shape {} is no matrix's", to_string(X.shape()));
  return X;
}

Reals transposed_if(bool transpose, const Tensor& X) {
  return (transpose ? transposed(X, {1, 0}) : X).as<double>();
}

// alpha or beta as a factor of integers.
template <class T>
T factor(const Call& call, std::string_view attribute) {
  const double value = call.real(attribute);
  if constexpr (std::is_same_v<T, double>) return value;
  if (std::trunc(value) != value || std::fabs(value) >= 0x1p63) {
    throw Unspecified("{} is {}, no integer, where A, B and C are integers", attribute, value);
  }
  return static_cast<T>(static_cast<int64_t>(value));
}

// float64: good to an ULP even where A' · B' and C cancel.
Reals precise_gemm(const Reals& A, const Reals& B, const Reals& C, double alpha, double beta) {
  Reals Y = empty_array<double>(C.shape());
  for (size_t m = 0; m < A.shape()[0]; ++m) {
    for (size_t n = 0; n < B.shape()[1]; ++n) {
      DoubleDouble sum = 0;
      for (size_t k = 0; k < A.shape()[1]; ++k) sum = sum + DoubleDouble(A(m, k)) * B(k, n);
      Y(m, n) = static_cast<double>(sum * alpha + DoubleDouble(C(m, n)) * beta);
    }
  }
  return Y;
}

Values gemm_1(const Call& call) {
  const bool transA = call.flag("transA");
  const bool transB = call.flag("transB");
  const Tensor& A = matrix(call.tensor("A"));
  const Tensor& B = matrix(call.tensor("B"));
  const Tensor* C = call.maybe("C");
  const Shape shape{A.dim(transA), B.dim(!transB)};
  if (A.dim(!transA) != B.dim(transB)) {
    throw InvalidInput("A' of shape [{}, {}] and B' of shape [{}, {}] do not fit a matrix product",
                       A.dim(transA), A.dim(!transA), B.dim(transB), B.dim(!transB));
  }
  if (C && call.schema().attribute("broadcast") && !call.flag("broadcast") && C->shape() != shape) {
    throw InvalidInput("C's shape is {} where Y's is {} and broadcast is 0", to_string(C->shape()),
                       to_string(shape));
  }
  const DType type = A.dtype();
  const Tensor each = broadcast_to(C ? *C : Tensor::zeros(type, {}), shape);
  if (type == DType::float64) {
    return {
        Tensor::of(type, precise_gemm(transposed_if(transA, A), transposed_if(transB, B),
                                      each.as<double>(), call.real("alpha"), call.real("beta")))};
  }
  // Up to float32, products are exact in double; integers wrap.
  return {numeric(type, [&]<class T>() {
    const Array<T> product = matrix_product<T>(A, transA, B, transB);
    return Tensor::of(type,
                      factor<T>(call, "alpha") * product + factor<T>(call, "beta") * each.as<T>());
  })};
}

const Operator op("Gemm", gemm_1, {1, 6, 7, 9, 11, 13});

}  // namespace
}  // namespace etalon
