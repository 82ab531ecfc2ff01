// Sums of matrix products, the inner loop of MatMul, Gemm and the convolutions.
//
// The order of accumulation is fixed: each element of the result adds k = 0, 1, 2, … in turn, so
// the same inputs give the same bytes on every machine, with any tiling and number of threads.
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "engine/numerics/bit_range.h"
#include "engine/values/tensor.h"

namespace etalon {

// A part of a matrix: rows [row, row + rows), columns [column, column + columns).
struct Block {
  size_t row, rows, column, columns;
};

// A matrix that is read block by block. So a float32 matrix is never widened as a whole, and a
// matrix with repeated elements (a convolution's patches) is never stored. `read` writes a block's
// elements row by row; the rows begin `stride` elements apart. Several threads call it at the same
// time. It must not throw and must not allocate tensors.
template <class T>
struct Matrix {
  size_t rows, columns;
  std::function<void(const Block&, T* to, size_t stride)> read;
  bool by_column = false;  // quicker to read in tall blocks than in wide ones
  // The first element of a matrix whose rows are stored as T, `stride` elements apart; or nullptr.
  const T* stored = nullptr;
  size_t stride = 0;
  // At least the magnitude of each element that is not NaN, where that is known without reading.
  double greatest = std::numeric_limits<double>::infinity();
  // Adds the squares of each column's elements to its sum, where that takes less than reading them.
  std::function<void(double* sums)> add_squares = nullptr;
  // The places of the bits of at least all its elements, where that takes less than reading them.
  std::function<std::optional<BitRange>()> bits = nullptr;
};

// C += A · B, where C is row-major. The number of A's columns must be that of B's rows.
template <class T>
struct Product {
  Matrix<T> A;
  Matrix<T> B;
  T* C;
  // For compensated products: where to add the rounding errors, laid out as C. Without it they are
  // added to C itself at the end.
  T* lost = nullptr;
};

// The products of elements, which are added up.
enum class Products {
  rounded,
  exact,        // doubles hold them, as those of floats of at most 32 bits
  compensated,  // of doubles: they and the sums carry their rounding errors along
};

// Evaluates all products. Their results must not overlap. Compensated sums are those of Ogita,
// Rump, Oishi: Accurate sum and dot product, 2005. Counts the work before it begins. Throws
// LimitExceeded, with the results undefined, past the deadline.
template <class T>
void add_products(const std::vector<Product<T>>& products, Products how = Products::rounded);

// Throws LimitExceeded unless the work budget allows products of this many multiply-adds. Call it
// before the operands and results are made.
template <class T>
void require_products(double multiply_adds, Products how = Products::rounded);

}  // namespace etalon
