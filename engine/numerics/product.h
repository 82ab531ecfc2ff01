// Sums of matrix products, the inner loop of MatMul, Gemm and the convolutions.
//
// The order of accumulation is fixed: each element of the result adds k = 0, 1, 2, … in turn, so
// the same inputs give the same bytes whatever the machine, the tiling and the number of threads.
#pragma once

#include <functional>
#include <vector>

#include "engine/values/tensor.h"

namespace etalon {

// A part of a matrix: rows [row, row + rows), columns [column, column + columns).
struct Block {
  size_t row, rows, column, columns;
};

// A matrix that is read block by block, so that one of float32 is never widened as a whole, and
// one that repeats itself (a convolution's patches) need not exist. `read` writes a block's
// elements row by row, `stride` elements from row to row. It is called by several threads at once,
// and must neither throw nor use tensors' memory.
template <class T>
struct Matrix {
  size_t rows, columns;
  std::function<void(const Block&, T* to, size_t stride)> read;
  bool by_column = false;  // quicker to read in tall blocks than in wide ones
};

// C += A · B, where C is row-major. A must have as many columns as B has rows.
template <class T>
struct Product {
  Matrix<T> A;
  Matrix<T> B;
  T* C;
};

// Evaluates each of a list of products with distinct results. With `compensated`, real products and
// sums carry their rounding errors along (Ogita, Rump, Oishi: Accurate sum and dot product, 2005):
// for float64, whose products are not exact in double.
template <class T>
void add_products(const std::vector<Product<T>>& products, bool compensated = false);

}  // namespace etalon
