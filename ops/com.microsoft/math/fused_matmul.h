// FusedMatMul and its duplicate: the operands, and the product.
#pragma once

#include "ops/ai.onnx/math/matrices.h"

namespace etalon {

// TransposeMatMul has no transBatchA and transBatchB.
inline bool moves_batch(const Call& call, std::string_view trans_batch) {
  return call.schema().attribute(trans_batch) && call.flag(trans_batch);
}

// A or B as the product has it: attribute trans_batch moves the first axis behind the batch axes,
// then `trans` exchanges the last two. A vector has nothing to exchange.
inline Tensor operand(const Call& call, std::string_view X, std::string_view trans,
                      std::string_view trans_batch) {
  Tensor matrices = call.tensor(X);
  const size_t rank = matrices.rank();
  if (rank < 2) return matrices;
  std::vector<size_t> perm = all_axes(rank);
  if (moves_batch(call, trans_batch)) std::rotate(perm.begin(), perm.begin() + 1, perm.end() - 1);
  if (call.flag(trans)) std::swap(perm[rank - 2], perm[rank - 1]);
  return transposed(matrices, perm);
}

inline Matrices fused_matrices(const Call& call) {
  return matrices_of(operand(call, "A", "transA", "transBatchA"),
                     operand(call, "B", "transB", "transBatchB"));
}

// Y[…, m, n] = alpha · Σ_k A'[…, m, k] · B'[…, k, n] (fused_matmul.cc).
Values fused_matmul(const Call& call);

}  // namespace etalon
