// Det: Y = the determinant of each [M, M] matrix of X [*, M, M]; 1 for M = 0.
//   11, 22    22: bfloat16
#include <numeric>

#include "engine/numerics/rounded_once.h"
#include "engine/operators/choice.h"

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

// What elimination with pivots may be off by: A is perturbed by γ_M |L||U| (Higham, Accuracy and
// Stability of Numerical Algorithms, 2002, theorem 9.3), where no multiplier is above 1 and
// elements grow by M^(2/3) at most in practice; and a determinant's change is bounded by Hadamard's
// products of the rows' norms.
double elimination_error(const Rounding& rounding, const Rows<ArbBall>& A) {
  const auto M = double(A.size());
  double greatest = 0;
  for (const auto& row : A) {
    for (const ArbBall& a : row) greatest = std::max(greatest, std::fabs(a.middle()));
  }
  const double unit = rounding.of_sum(M) * real::pow(M, 2.0 / 3) * greatest;
  double exact = 1, perturbed = 1;
  for (double i = 0; i < M; ++i) {
    double norm = 0, change = 0;
    for (double j = 0; j < M; ++j) {
      const ArbBall& a = A[size_t(i)][size_t(j)];
      const double off = a.radius() + unit * (1 + std::min(i, j)) + rounding.tiny;
      norm += a.middle() * a.middle();
      change += off * off;
    }
    exact *= std::sqrt(norm);
    perturbed *= std::sqrt(norm) + std::sqrt(change);
  }
  return perturbed - exact + 2 * rounding.of_sum(M) * perturbed;
}

// The determinant with those errors.
ArbBall eliminated(const Rounding& rounding, Rows<ArbBall> A) {
  const double error = elimination_error(rounding, A);
  const RoundingScope exact(nullptr);
  const PrecisionScope scope(detail::last_bits);
  for (auto& row : A) {
    for (ArbBall& a : row) a = a.middle();
  }
  ArbBall y = determinant(std::move(A));
  y.widen(error);
  return y;
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
  const Tensor Y = by_position(X.dtype(), shape, [&]<class R>(size_t position) -> R {
    Rows<R> A = rows_of<R>(x, position * M * M, M);
    if constexpr (std::same_as<R, ArbBall>) {
      if (const Rounding* rounding = current_rounding()) return eliminated(*rounding, A);
    }
    return determinant(std::move(A));
  });
  at_point("empty", M == 0);
  // By Leibniz's formula, with rows that are at least 1.
  const auto magnitude = [&] {
    Reals products = full(shape, 1.0);
    for (size_t i = 0; i < X.size() / std::max<size_t>(M, 1); ++i) {
      const double* row = x.values().data() + i * M;
      const double sum = std::accumulate(
          row, row + M, 0.0, [](double total, double each) { return total + std::fabs(each); });
      products.data()[i / M] *= std::max(1.0, sum);
    }
    return products;
  };
  return {step_or_exact(either_zero(Y, "negative_zero"), "overflow", magnitude)};
}

const Operator op("Det", det, {11, 22});

}  // namespace
}  // namespace etalon
