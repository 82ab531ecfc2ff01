// Det: Y = Σ_σ sgn(σ) Π_i X[i, σ(i)], the determinant of each [M, M] matrix of X [*, M, M]; 1 for
// M = 0.
//   11, 22    22: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

// Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian elimination" (1968):
// after step k each element is a minor of the matrix, so that no division leaves a rest, and a
// singular matrix gives exactly 0.
template <class R>
R determinant(Array<R> A) {
  const size_t M = A.shape()[0];
  if (M < 2) return M == 0 ? R(1) : A(0, 0);
  R previous(1), sign(1);
  for (size_t k = 0; k + 1 < M; ++k) {
    size_t pivot = k;
    while (pivot < M && A(pivot, k) == 0) ++pivot;
    if (pivot == M) return R(0);
    if (pivot != k) {
      std::swap_ranges(&A(k, 0), &A(k, 0) + M, &A(pivot, 0));
      sign = -sign;
    }
    each_index({M - k - 1, M - k - 1}, [&](const Shape& at) {
      const size_t i = k + 1 + at[0], j = k + 1 + at[1];
      A(i, j) = (A(i, j) * A(k, k) - A(i, k) * A(k, j)) / previous;
    });
    previous = A(k, k);
  }
  return sign * A(M - 1, M - 1) + R(0);  // products that cancel give +0
}

Values det(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t rank = X.rank();
  if (rank < 2 || X.dim(rank - 2) != X.dim(rank - 1)) {
    throw InvalidInput("X of shape {} holds no square matrices", to_string(X.shape()));
  }
  const size_t M = X.dim(rank - 1);
  const Shape shape = without_axes(X.shape(), {rank - 2, rank - 1});
  const size_t count = element_count(shape);
  const Reader x(X.reshaped({count, M, M}));
  const Tensor Y = each_output(X.dtype(), {count}, [&]<class R>(size_t n) -> R {
    Array<R> A = empty_array<R>({M, M});
    for (size_t i = 0; i < M; ++i) {
      for (size_t j = 0; j < M; ++j) A(i, j) = x.at<R>(n, i, j);
    }
    return determinant(A);
  });
  return {Y.reshaped(shape)};
}

const Operator op("Det", det, {11, 22});

}  // namespace
}  // namespace etalon
