// Det: Y = the determinant of each [M, M] matrix of X [*, M, M]; 1 for M = 0.
//   11, 22    22: bfloat16
#include "ops/ai.onnx/rounded_once.h"

namespace etalon {
namespace {

template <class R>
using Rows = std::vector<std::vector<R>>;

// Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian elimination" (1968):
// after step k each element is a minor of the matrix, so that no division leaves a rest, and a
// singular matrix gives exactly 0.
template <class R>
R determinant(Rows<R> A) {
  const size_t M = A.size();
  R previous(1);
  R sign(1);
  for (size_t k = 0; k + 1 < M; ++k) {
    size_t pivot = k;
    while (pivot < M && A[pivot][k] == 0) ++pivot;
    if (pivot == M) return R(0);
    if (pivot != k) {
      std::swap(A[k], A[pivot]);
      sign = -sign;
    }
    for (size_t i = k + 1; i < M; ++i) {
      count_terms<R>(4 * (M - k));
      for (size_t j = k + 1; j < M; ++j) {
        A[i][j] = (A[i][j] * A[k][k] - A[i][k] * A[k][j]) / previous;
      }
    }
    previous = A[k][k];
  }
  if (M < 2) return M == 0 ? R(1) : A[0][0];
  return sign * A[M - 1][M - 1] + R(0);  // products that cancel give +0
}

// The matrix whose first element is at this position.
template <class R>
Rows<R> rows_of(const RealElements& X, size_t first, size_t M) {
  Rows<R> rows(M);
  for (size_t i = 0; i < M * M; ++i) rows[i / M].push_back(X.at<R>(first + i));
  return rows;
}

Values det(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t rank = X.rank();
  if (rank < 2 || X.dim(rank - 2) != X.dim(rank - 1)) {
    throw InvalidInput("X of shape {} holds no square matrices", to_string(X.shape()));
  }
  const size_t M = X.dim(rank - 1);
  const RealElements x(X);
  const Shape shape = without_axes(X.shape(), {rank - 2, rank - 1});
  return {by_position(X.dtype(), shape, [&]<class R>(size_t position) -> R {
    return determinant(rows_of<R>(x, position * M * M, M));
  })};
}

const Operator op("Det", det, {11, 22});

}  // namespace
}  // namespace etalon
