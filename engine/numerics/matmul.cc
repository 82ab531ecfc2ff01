#include "engine/numerics/matmul.h"

#include "engine/numerics/elements.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

struct MatrixSizes {
  size_t rows, inner, columns;
};

double multiply_adds(const MatrixSizes& n) {
  return double(n.rows) * double(n.inner) * double(n.columns);
}

// The shapes of a matrix product by NumPy's rules: leading axes broadcast, and a rank-1 operand is
// a row or a column, an axis of size 1 that the result does not have.
struct Batch {
  MatrixSizes matrix;
  Ints a, b;  // for each matrix of the result, the numbers of its factors in A and B
  Shape result;
};

Batch batch_of(Shape s, Shape t) {
  if (s.empty() || t.empty()) {
    throw InvalidInput("a matrix product is not defined for a rank-0 operand");
  }
  const bool row = s.size() == 1;
  const bool column = t.size() == 1;
  if (row) s.insert(s.begin(), 1);
  if (column) t.push_back(1);
  const MatrixSizes n{s[s.size() - 2], s.back(), t.back()};
  if (n.inner != t[t.size() - 2]) {
    throw InvalidInput("the shapes {} and {} do not fit a matrix product", to_string(s),
                       to_string(t));
  }
  const Shape batch_a(s.begin(), s.end() - 2);
  const Shape batch_b(t.begin(), t.end() - 2);
  const Shape shape = broadcast_shape(batch_a, batch_b);
  Batch batch{n, xt::broadcast(positions(batch_a), shape), xt::broadcast(positions(batch_b), shape),
              shape};
  if (!row) batch.result.push_back(n.rows);
  if (!column) batch.result.push_back(n.columns);
  return batch;
}

// Operand is Tensor or Array<T>.
template <class T, class Operand>
Array<T> multiply(const Operand& A, const Operand& B, bool compensated) {
  const Batch batch = batch_of(A.shape(), B.shape());
  const auto [rows, inner, columns] = batch.matrix;
  require_products<T>(multiply_adds(batch.matrix) * double(batch.a.size()), compensated);
  const Elements<T> a_elements(A);
  const Elements<T> b_elements(B);
  Array<T> C = full<T>(batch.result, T{0});
  std::vector<Product<T>> products;
  for (size_t i = 0; i < batch.a.size(); ++i) {
    const size_t a = size_t(batch.a.data()[i]) * rows * inner;
    const size_t b = size_t(batch.b.data()[i]) * inner * columns;
    products.push_back({a_elements.matrix(rows, inner, {a, inner, 1}),
                        b_elements.matrix(inner, columns, {b, columns, 1}),
                        C.data() + i * rows * columns});
  }
  add_products(products, compensated);
  return C;
}

}  // namespace

Reals matmul(const Reals& a, const Reals& b, bool compensated) {
  return multiply<double>(a, b, compensated);
}
Ints matmul(const Ints& a, const Ints& b) { return multiply<int64_t>(a, b, false); }
Naturals matmul(const Naturals& a, const Naturals& b) { return multiply<uint64_t>(a, b, false); }

Tensor matmul(const Tensor& A, const Tensor& B) {
  return numeric(A.dtype(), [&]<class T>() {
    const bool compensated = A.dtype() == DType::float64;
    return Tensor::of(A.dtype(), multiply<T>(A, B, compensated));
  });
}

template <class T>
Array<T> matrix_product(const Tensor& A, bool transA, const Tensor& B, bool transB) {
  if (A.rank() != 2 || B.rank() != 2 || A.dim(!transA) != B.dim(transB)) {
    throw InvalidInput("A of shape {}{} and B of shape {}{} do not fit a matrix product",
                       to_string(A.shape()), transA ? ", transposed," : "", to_string(B.shape()),
                       transB ? ", transposed," : "");
  }
  const MatrixSizes sizes{A.dim(transA), B.dim(transB), B.dim(!transB)};
  const auto [M, K, N] = sizes;
  const bool compensated = A.dtype() == DType::float64;
  require_products<T>(multiply_adds(sizes), compensated);
  const Elements<T> a(A);
  const Elements<T> b(B);
  Array<T> C = full<T>({M, N}, T{0});
  add_products<T>({{a.matrix(M, K, transA ? Layout{0, 1, M} : Layout{0, K, 1}),
                    b.matrix(K, N, transB ? Layout{0, 1, K} : Layout{0, N, 1}), C.data()}},
                  compensated);
  return C;
}

template Reals matrix_product(const Tensor&, bool, const Tensor&, bool);
template Ints matrix_product(const Tensor&, bool, const Tensor&, bool);
template Naturals matrix_product(const Tensor&, bool, const Tensor&, bool);

}  // namespace etalon
