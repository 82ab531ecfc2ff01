// MatMulBnb4: Y[…, n] = Σ_k A[…, k] · W[n, k], or without transB Y[…, k] = Σ_n A[…, n] · W[n, k],
// where W[n, k] = code(q[n, k]) · absmax[⌊(n · K + k) / block_size⌋] and q[n, k] are the 4 bits n ·
// K
// + k of B, the upper half of a byte first. code is FP4 (quant_type 0) or NF4 (1).
//   1
// NF4's numbers are those of the paper that the text names (arXiv 2305.14314); FP4's, and the order
// of halves, are measured of onnxruntime 1.32.0.
#include "ops/com.microsoft/quantization/matmul_bnb4.h"

namespace etalon {
namespace {

Values matmul_bnb4(const Call& call) {
  const Bnb4 of(call);
  const Reader A(of.A), code(of.code), absmax(of.absmax);
  const size_t rows = A.dim(0), terms = A.dim(1), columns = code.dim(1);
  const auto element = [&]<class R>(size_t i, size_t j) -> R {
    Sum<R> sum;
    for (size_t k = 0; k < terms; ++k) {
      sum.add(A.at<R>(i, k) * code.at<R>(k, j) * absmax.at<R>(k, j));
    }
    return sum.result();
  };
  const DType T1 = call.tensor("A").dtype();
  return {each_output(T1, {rows, columns}, element).reshaped(of.product)};
}

const Operator op("MatMulBnb4", matmul_bnb4, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
