// Gemm: Y = alpha · A' · B' + beta · C, where A' is A or, with transA, its transpose; so B'.
//   1, 6      C of Y's shape, or broadcast=1: C aligns with Y's last axes
//   7         C broadcasts to Y
//   9         integers, which wrap
//   11, 13    11: C may be left out; 13: bfloat16
#include "engine/double_double.h"
#include "engine/matmul.h"
#include "engine/numerics.h"

namespace etalon {
namespace {

Tensor matrix(const Tensor& X, bool transpose) {
  if (X.rank() != 2) throw InvalidInput("the shape {} is no matrix's", to_string(X.shape()));
  return transpose ? transposed(X, {1, 0}) : X;
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

// Up to float32, where products are exact in double, and of integers.
template <class T>
Array<T> gemm(const Array<T>& A, const Array<T>& B, const Array<T>& C, T alpha, T beta) {
  const Array<T> product = matmul(A, B);
  return alpha * product + beta * C;
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
  const Tensor A = matrix(call.tensor("A"), call.flag("transA"));
  const Tensor B = matrix(call.tensor("B"), call.flag("transB"));
  const Tensor* C = call.maybe("C");
  const Shape shape{A.dim(0), B.dim(1)};
  if (A.dim(1) != B.dim(0)) {
    throw InvalidInput("A' of shape {} and B' of shape {} do not fit a matrix product",
                       to_string(A.shape()), to_string(B.shape()));
  }
  if (C && call.schema().attribute("broadcast") && !call.flag("broadcast") && C->shape() != shape) {
    throw InvalidInput("C's shape is {} where Y's is {} and broadcast is 0", to_string(C->shape()),
                       to_string(shape));
  }
  const DType type = A.dtype();
  const Tensor each = broadcast_to(C ? *C : Tensor::zeros(type, {}), shape);
  return {numeric(type, [&]<class T>() {
    const auto compute = [&] {
      if constexpr (std::is_same_v<T, double>) {
        if (type == DType::float64) return precise_gemm;
      }
      return gemm<T>;
    }();
    return Tensor::of(type, compute(A.as<T>(), B.as<T>(), each.as<T>(), factor<T>(call, "alpha"),
                                    factor<T>(call, "beta")));
  })};
}

const Operator op("Gemm",
                  {{1, gemm_1}, {6, gemm_1}, {7, gemm_1}, {9, gemm_1}, {11, gemm_1}, {13, gemm_1}});

}  // namespace
}  // namespace etalon
