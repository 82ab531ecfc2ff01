// NumPy's matmul: which matrices are multiplied with each other.
#pragma once

#include "engine/formula.h"

namespace etalon {

// Two operands as stacks of matrices. Leading axes broadcast. A rank-1 operand is a row (A) or a
// column (B), an axis of size 1 that the product does not have.
struct Matrices {
  Tensor A, B;    // [batch, M, K] and [batch, K, N]
  Shape product;  // its shape
};

// Throws InvalidInput for rank 0 or dimensions that do not fit.
inline Matrices matrices_of(const Tensor& A, const Tensor& B) {
  Shape a = A.shape(), b = B.shape();
  if (a.empty() || b.empty()) {
    throw InvalidInput("a matrix product is not defined for a rank-0 operand");
  }
  if (a.size() == 1) a.insert(a.begin(), 1);
  if (b.size() == 1) b.push_back(1);
  const size_t M = a[a.size() - 2], K = a.back(), N = b.back();
  if (b[b.size() - 2] != K) {
    throw InvalidInput("the shapes {} and {} do not fit a matrix product", to_string(a),
                       to_string(b));
  }
  const Shape batch = broadcast_shapes({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2});
  const auto stacked = [&](const Tensor& X, const Shape& shape, size_t rows, size_t columns) {
    Shape all = batch;
    all.insert(all.end(), {rows, columns});
    return broadcast_to(X.reshaped(shape), all).reshaped({element_count(batch), rows, columns});
  };
  Shape product = batch;
  if (A.rank() > 1) product.push_back(M);
  if (B.rank() > 1) product.push_back(N);
  return {stacked(A, a, M, K), stacked(B, b, K, N), product};
}

}  // namespace etalon
