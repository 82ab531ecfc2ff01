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

// A tensor that is read as a matrix, or as its transpose.
struct Operand {
  const Tensor& X;
  bool transpose;
  size_t rows() const { return X.dim(transpose ? 1 : 0); }
  size_t columns() const { return X.dim(transpose ? 0 : 1); }
  Reals values() const { return (transpose ? transposed(X, {1, 0}) : X).as<double>(); }
};

Operand operand(const Call& call, std::string_view input, std::string_view transpose) {
  require_rank(input, call.tensor(input), 2);
  return {call.tensor(input), call.flag(transpose)};
}

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

// alpha or beta as a factor of T.
template <class T>
T factor(const Call& call, std::string_view attribute) {
  const double value = call.real(attribute);
  if constexpr (std::is_same_v<T, double>) return value;
  if (std::trunc(value) != value || std::fabs(value) >= 0x1p63) {
    throw Unspecified("{} is {}, not an integer, where A, B and C are integers", attribute, value);
  }
  return static_cast<T>(static_cast<int64_t>(value));
}

// Up to float32, products are exact in double; integers wrap.
template <class T>
Array<T> gemm_of(const Call& call, const Operand& A, const Operand& B, const Tensor& C) {
  const T alpha = factor<T>(call, "alpha");
  const T beta = factor<T>(call, "beta");
  const Array<T> c = C.as<T>();
  Array<T> Y = matrix_product<T>(A.X, A.transpose, B.X, B.transpose);
  for (size_t i = 0; i < Y.size(); ++i) Y.data()[i] = alpha * Y.data()[i] + beta * c.data()[i];
  return Y;
}

// float64: in twice its precision, so good to an ULP even where A' · B' and C cancel.
Reals precise_gemm(const Call& call, const Reals& A, const Reals& B, const Reals& C) {
  const DoubleDouble alpha = call.real("alpha");
  const DoubleDouble beta = call.real("beta");
  Reals Y = empty_array<double>(C.shape());
  for (size_t m = 0; m < C.shape()[0]; ++m) {
    for (size_t n = 0; n < C.shape()[1]; ++n) {
      DoubleDouble sum = 0;
      for (size_t k = 0; k < A.shape()[1]; ++k) sum = sum + DoubleDouble(A(m, k)) * B(k, n);
      Y(m, n) = static_cast<double>(sum * alpha + DoubleDouble(C(m, n)) * beta);
    }
  }
  return Y;
}

Values gemm(const Call& call) {
  const Operand A = operand(call, "A", "transA");
  const Operand B = operand(call, "B", "transB");
  if (A.columns() != B.rows()) {
    throw InvalidInput("A' of shape [{}, {}] and B' of shape [{}, {}] do not fit a matrix product",
                       A.rows(), A.columns(), B.rows(), B.columns());
  }
  const DType type = A.X.dtype();
  const Tensor C = addend(call, type, {A.rows(), B.columns()});
  if (type == DType::float64) {
    return {Tensor::of(type, precise_gemm(call, A.values(), B.values(), C.as<double>()))};
  }
  return {numeric(type, [&]<class T>() { return Tensor::of(type, gemm_of<T>(call, A, B, C)); })};
}

const Operator op("Gemm", gemm, {1, 6, 7, 9, 11, 13});

}  // namespace
}  // namespace etalon
