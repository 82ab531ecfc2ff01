// ATen's matrix products.
#include "engine/numerics/double_double.h"
#include "engine/numerics/matmul.h"
#include "ops/experimental/aten/aten.h"

namespace etalon::aten {
namespace {

// Throws InvalidInput unless the operands are of one type, and of that rank if one is given: 2 for
// matrices, 3 for batches of them.
void check_operands(const Tensor& A, const Tensor& B, std::optional<size_t> rank = std::nullopt) {
  const bool ranks = !rank || (A.rank() == *rank && B.rank() == *rank);
  const bool batches = rank != 3 || !ranks || A.dim(0) == B.dim(0);
  if (A.dtype() == B.dtype() && ranks && batches) return;
  throw InvalidInput("a tensor({}) of shape {} cannot be multiplied with a tensor({}) of shape {}",
                     name(A.dtype()), to_string(A.shape()), name(B.dtype()), to_string(B.shape()));
}

Values product(const Arguments& args, std::optional<size_t> rank = std::nullopt) {
  check_operands(args.tensor(0), args.tensor(1), rank);
  return {matmul(args.tensor(0), args.tensor(1))};
}

// beta · self + alpha · (mat1 · mat2); self counts for nothing when beta is 0.
Values addmm(const Arguments& args) {
  const Tensor& mat1 = args.tensor(1);
  const Tensor& mat2 = args.tensor(2);
  check_operands(mat1, mat2, 2);
  check_operands(args.tensor(0), mat1);
  if (mat1.dim(1) != mat2.dim(0)) {
    throw InvalidInput("mat1 of shape {} and mat2 of shape {} do not fit a matrix product",
                       to_string(mat1.shape()), to_string(mat2.shape()));
  }
  const Tensor self = broadcast_to(args.tensor(0), {mat1.dim(0), mat2.dim(1)});
  return {numeric(self.dtype(), [&]<class T>() {
    using Sum = std::conditional_t<std::is_same_v<T, double>, DoubleDouble, T>;
    const T beta = args.scalar<T>("beta", 1);
    const T alpha = args.scalar<T>("alpha", 1);
    const Array<T> a = mat1.as<T>(), b = mat2.as<T>();
    Array<T> result = self.as<T>();
    for (size_t m = 0; m < mat1.dim(0); ++m) {
      for (size_t n = 0; n < mat2.dim(1); ++n) {
        Sum sum = 0;
        for (size_t k = 0; k < mat1.dim(1); ++k) sum = sum + Sum(a(m, k)) * b(k, n);
        sum = sum * alpha;
        if (beta != 0) sum = sum + Sum(result(m, n)) * beta;
        result(m, n) = T(sum);
      }
    }
    return Tensor::of(self.dtype(), result);
  })};
}

}  // namespace

const Functions& products() {
  using A = const Arguments&;
  static const Functions functions{
      {"addmm", addmm},
      {"bmm", [](A args) { return product(args, 3); }},
      {"matmul", [](A args) { return product(args); }},
      {"mm", [](A args) { return product(args, 2); }},
  };
  return functions;
}

}  // namespace etalon::aten
