// Matrix products with a fixed order of accumulation: each element of the result adds
// k = 0, 1, 2, … in turn, so the same inputs give the same bytes on every machine.
#pragma once

#include "engine/numerics/sums_of_products.h"

namespace etalon {

// NumPy's matmul: A [..., M, K] by B [..., K, N]. Leading axes broadcast. A rank-1 operand is a row
// (A) or a column (B), an axis of size 1 that the result does not have. The result has A's type,
// rounded once; integers wrap.
// Throws InvalidInput for rank 0 or dimensions that do not fit.
Tensor matmul(const Tensor& A, const Tensor& B);

// As matmul, on balls. Leading axes broadcast; sums are exact but for their radii.
Array<Ball> matmul(const Array<Ball>& a, const Array<Ball>& b);
Array<WideBall> matmul(const Array<WideBall>& a, const Array<WideBall>& b);
Array<ArbBall> matmul(const Array<ArbBall>& a, const Array<ArbBall>& b);
// As above for a [M, K] and exact numbers b [K, N]. For WideBalls it throws Undecided where b has
// no DigitMatrix.
Array<Ball> matmul(const Array<Ball>& a, const Reals& b);
Array<WideBall> matmul(const Array<WideBall>& a, const Reals& b);
Array<ArbBall> matmul(const Array<ArbBall>& a, const Reals& b);

// Σ a[k] · b[k] over all elements; a and b must have equally many.
Ball inner(const Array<Ball>& a, const Array<Ball>& b);
WideBall inner(const Array<WideBall>& a, const Array<WideBall>& b);
ArbBall inner(const Array<ArbBall>& a, const Array<ArbBall>& b);

// As matmul, on doubles and integers.
Reals matmul(const Reals& a, const Reals& b, Products how = Products::rounded);
Ints matmul(const Ints& a, const Ints& b);
Naturals matmul(const Naturals& a, const Naturals& b);

// A' · B' of two float matrices, before rounding: A' is A, or A's transpose if transA; B' likewise.
// With leading axes, which must be equal, each matrix of A is multiplied by the matrix of B at its
// index. Large operands of float types up to 32 bits are not copied. Throws InvalidInput for ranks
// and dimensions that do not fit.
SumsOfProducts products_of(const Tensor& A, bool transA, const Tensor& B, bool transB);

// As above, of two integer matrices; sums wrap.
template <class T>
Array<T> matrix_product(const Tensor& A, bool transA, const Tensor& B, bool transB);

}  // namespace etalon
