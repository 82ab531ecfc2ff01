// Inverse: Y = X⁻¹, of each [M, M] matrix of X [*, M, M].
//   1
// “Every matrix in the batch must be invertible”: others are refused. onnxruntime 1.32.0 has
// infinities and NaN for them.
#include "engine/formula.h"

namespace etalon {
namespace {

// E. H. Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian elimination"
// (1968): [A | E] becomes [d · E | d · A⁻¹] with d = ±det A, and no division leaves a rest.
template <class R>
Array<R> inverse(const Array<R>& A) {
  const size_t M = A.shape()[0];
  Array<R> rows = full({M, 2 * M}, R(0));
  xt::view(rows, xt::all(), xt::range(0, M)) = A;
  for (size_t i = 0; i < M; ++i) rows(i, M + i) = R(1);
  R previous(1);
  for (size_t k = 0; k < M; ++k) {
    size_t pivot = k;
    while (pivot < M && rows(pivot, k) == 0) ++pivot;
    if (pivot == M) throw InvalidInput("a matrix of X is not invertible").at("singular");
    if (pivot != k) std::swap_ranges(&rows(k, 0), &rows(k, 0) + 2 * M, &rows(pivot, 0));
    for (size_t i = 0; i < M; ++i) {
      if (i == k) continue;
      const R factor = rows(i, k);
      for (size_t j = 0; j < 2 * M; ++j) {
        rows(i, j) = (rows(i, j) * rows(k, k) - factor * rows(k, j)) / previous;
      }
    }
    previous = rows(k, k);
  }
  const Array<R> adjugate = xt::view(rows, xt::all(), xt::range(M, 2 * M));
  return adjugate / previous + R(0);  // products that cancel give +0
}

Values inverses(const Call& call) {
  const Tensor& X = call.tensor("X");
  const size_t rank = X.rank();
  if (rank < 2 || X.dim(rank - 2) != X.dim(rank - 1)) {
    throw InvalidInput("X of shape {} holds no square matrices", to_string(X.shape()));
  }
  const size_t M = X.dim(rank - 1), count = split_at(X.shape(), rank - 2).before;
  const Tensor matrices = X.reshaped({count, M * M});
  const Tensor Y = by_sets(matrices, {1}, [&]<class R>(const Array<R>& x) -> Array<R> {
    Array<R> y = empty_array<R>(x.shape());
    for (size_t n = 0; n < x.shape()[0]; ++n) {
      Array<R> A = xt::view(x, n);
      A.reshape({M, M});
      const Array<R> of_one = inverse(A);
      std::copy(of_one.begin(), of_one.end(), y.begin() + std::ptrdiff_t(n * M * M));
    }
    return y;
  });
  return {Y.reshaped(X.shape())};
}

const Operator op("Inverse", inverses, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
