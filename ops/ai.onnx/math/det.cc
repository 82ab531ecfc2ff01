// Det: Y = the determinant of each [M, M] matrix of X [*, M, M]; 1 for M = 0.
//   11, 22    22: bfloat16
#include <cmath>

#include "engine/numerics/double_double.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

using Row = std::vector<DoubleDouble, BudgetAllocator<DoubleDouble>>;
using Matrix = std::vector<Row>;

double magnitude(DoubleDouble value) { return std::fabs(static_cast<double>(value)); }

// From row k on, the row with the greatest element in column k.
size_t pivot_row(const Matrix& A, size_t k) {
  size_t pivot = k;
  for (size_t i = k + 1; i < A.size(); ++i) {
    if (magnitude(A[i][k]) > magnitude(A[pivot][k])) pivot = i;
  }
  return pivot;
}

// Gaussian elimination with partial pivoting: the product of the pivots, whose sign each exchange
// of rows turns.
double determinant(Matrix A) {
  DoubleDouble det = 1;
  for (size_t k = 0; k < A.size(); ++k) {
    const size_t pivot = pivot_row(A, k);
    if (pivot != k) {
      std::swap(A[k], A[pivot]);
      det = -det;
    }
    det = det * A[k][k];
    if (magnitude(A[k][k]) == 0) continue;
    for (size_t i = k + 1; i < A.size(); ++i) {
      const DoubleDouble factor = A[i][k] / A[k][k];
      for (size_t j = k + 1; j < A.size(); ++j) A[i][j] = A[i][j] - factor * A[k][j];
    }
  }
  return static_cast<double>(det);
}

Values det(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t rank = X.rank();
  if (rank < 2 || X.dim(rank - 2) != X.dim(rank - 1)) {
    throw InvalidInput("X of shape {} holds no square matrices", to_string(X.shape()));
  }
  const size_t M = X.dim(rank - 1);
  const Reals x = X.as<double>();
  Reals Y = empty_array<double>(without_axes(X.shape(), {rank - 2, rank - 1}));
  const double* row = x.data();
  for (double& y : Y) {
    Matrix matrix;
    for (size_t i = 0; i < M; ++i, row += M) matrix.emplace_back(row, row + M);
    y = determinant(std::move(matrix));
  }
  return {Tensor::of(X.dtype(), Y)};
}

const Operator op("Det", det, {11, 22});

}  // namespace
}  // namespace etalon
