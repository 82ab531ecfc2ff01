// ATen's matrix products.
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

Function product(std::optional<size_t> rank = std::nullopt) {
  return [=](const Arguments& args) {
    check_operands(args.tensor(0), args.tensor(1), rank);
    return args.onnx("MatMul", {args.tensor(0), args.tensor(1)});
  };
}

// A factor as ONNX's attribute, which is a float32.
Attribute factor(const Arguments& args, const char* name) {
  const double value = args.real(name, 1);
  if (value == double(float(value)) || value != value) return attribute_of(name, value);
  throw Unsupported("attribute '{}' is {}, which float32 does not hold", name, value);
}

// beta · self + alpha · (mat1 · mat2); self counts for nothing when beta is 0.
Values addmm(const Arguments& args) {
  const Tensor& self = args.tensor(0);
  const Tensor& mat1 = args.tensor(1);
  const Tensor& mat2 = args.tensor(2);
  check_operands(mat1, mat2, 2);
  check_operands(self, mat1);
  const Attribute alpha = factor(args, "alpha"), beta = factor(args, "beta");
  const bool added = args.real("beta", 1) != 0;
  return args.onnx("Gemm", {mat1, mat2, added ? Value(self) : Value()}, {alpha, beta});
}

}  // namespace

const Functions& products() {
  static const Functions functions{
      {"addmm", addmm},
      {"bmm", product(3)},
      {"matmul", product()},
      {"mm", product(2)},
  };
  return functions;
}

}  // namespace etalon::aten
