// Det: Y = the determinant of each [M, M] matrix of X [*, M, M]; 1 for M = 0.
//   11, 22    22: bfloat16
#include <algorithm>
#include <cmath>

#include "engine/numerics/double_double.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

double magnitude(DoubleDouble value) { return std::fabs(static_cast<double>(value)); }

// Gaussian elimination with partial pivoting: the product of the pivots, its sign turned by each
// exchange of rows.
double determinant(const double* X, size_t M) {
  std::vector<DoubleDouble, BudgetAllocator<DoubleDouble>> rows(X, X + M * M);
  DoubleDouble det = 1;
  for (size_t k = 0; k < M; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < M; ++i) {
      if (magnitude(rows[i * M + k]) > magnitude(rows[pivot * M + k])) pivot = i;
    }
    if (pivot != k) {
      const auto row = rows.begin() + std::ptrdiff_t(k * M);
      std::swap_ranges(row, row + std::ptrdiff_t(M), rows.begin() + std::ptrdiff_t(pivot * M));
      det = -det;
    }
    const DoubleDouble top = rows[k * M + k];
    det = det * top;
    if (static_cast<double>(top) == 0) continue;
    for (size_t i = k + 1; i < M; ++i) {
      const DoubleDouble factor = rows[i * M + k] / top;
      for (size_t j = k + 1; j < M; ++j) {
        rows[i * M + j] = rows[i * M + j] - factor * rows[k * M + j];
      }
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
  const Reals matrices = X.as<double>();
  Reals Y = empty_array<double>(without_axes(X.shape(), {rank - 2, rank - 1}));
  for (size_t i = 0; i < Y.size(); ++i) {
    Y.data()[i] = determinant(matrices.data() + i * M * M, M);
  }
  return {Tensor::of(X.dtype(), Y)};
}

const Operator op("Det", det, {11, 22});

}  // namespace
}  // namespace etalon
