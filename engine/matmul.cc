#include "engine/matmul.h"

#include <cmath>

#include "engine/numerics.h"

namespace etalon {
namespace {

struct Sizes {
  size_t rows, inner, columns;
};

// c [rows, columns] += a [rows, inner] · b [inner, columns]; the innermost loop runs along a row
// of b, so that vectors never run across k.
template <class T>
void multiply_plain(const T* a, const T* b, T* c, const Sizes& n) {
  for (size_t i = 0; i < n.rows; ++i) {
    for (size_t k = 0; k < n.inner; ++k) {
      const T factor = a[i * n.inner + k];
      const T* row = b + k * n.columns;
      T* out = c + i * n.columns;
      for (size_t j = 0; j < n.columns; ++j) out[j] += factor * row[j];
    }
  }
}

// One element: the sum of a[k]·b[k·stride] with the rounding errors of products and sums added in.
double compensated_dot(const double* a, const double* b, size_t inner, size_t stride) {
  double sum = 0;
  double errors = 0;
  for (size_t k = 0; k < inner; ++k) {
    const double product = a[k] * b[k * stride];
    const double product_error = std::fma(a[k], b[k * stride], -product);
    const double total = sum + product;
    const double part = total - sum;
    const double sum_error = (sum - (total - part)) + (product - part);
    errors += product_error + sum_error;
    sum = total;
  }
  return std::isfinite(sum) && std::isfinite(errors) ? sum + errors : sum;
}

void multiply_compensated(const double* a, const double* b, double* c, const Sizes& n) {
  for (size_t i = 0; i < n.rows; ++i) {
    for (size_t j = 0; j < n.columns; ++j) {
      c[i * n.columns + j] = compensated_dot(a + i * n.inner, b + j, n.inner, n.columns);
    }
  }
}

// Flattens the leading axes of both operands to a list of matrices, multiplies pair by pair.
template <class T, class Multiply>
Array<T> batched(Array<T> a, Array<T> b, Multiply multiply) {
  if (a.dimension() == 0 || b.dimension() == 0) {
    throw InvalidInput("a matrix product has no meaning for a rank-0 operand");
  }
  const bool row = a.dimension() == 1;
  const bool column = b.dimension() == 1;
  if (row) a.reshape(Shape{1, a.size()});
  if (column) b.reshape(Shape{b.size(), 1});
  const Shape s = a.shape();
  const Shape t = b.shape();
  const Sizes n{s[s.size() - 2], s.back(), t.back()};
  if (n.inner != t[t.size() - 2]) {
    throw InvalidInput("the shapes {} and {} do not fit a matrix product", to_string(s),
                       to_string(t));
  }
  const Shape batch_a(s.begin(), s.end() - 2);
  const Shape batch_b(t.begin(), t.end() - 2);
  Shape shape = broadcast_shape(batch_a, batch_b);
  const Ints from_a = xt::broadcast(positions(batch_a), shape);
  const Ints from_b = xt::broadcast(positions(batch_b), shape);
  shape.insert(shape.end(), {n.rows, n.columns});
  Array<T> c = full<T>(shape, T{0});
  for (size_t i = 0; i < from_a.size(); ++i) {
    multiply(a.data() + size_t(from_a.data()[i]) * n.rows * n.inner,
             b.data() + size_t(from_b.data()[i]) * n.inner * n.columns,
             c.data() + i * n.rows * n.columns, n);
  }
  if (column) shape.pop_back();
  if (row) shape.erase(shape.end() - (column ? 1 : 2));
  c.reshape(shape);
  return c;
}

}  // namespace

Reals matmul(const Reals& a, const Reals& b, bool compensated) {
  return batched(a, b, compensated ? multiply_compensated : multiply_plain<double>);
}
Ints matmul(const Ints& a, const Ints& b) { return batched(a, b, multiply_plain<int64_t>); }
Naturals matmul(const Naturals& a, const Naturals& b) {
  return batched(a, b, multiply_plain<uint64_t>);
}

Tensor matmul(const Tensor& A, const Tensor& B) {
  return numeric(A.dtype(), [&]<class T>() {
    if constexpr (std::is_same_v<T, double>) {
      const bool compensated = A.dtype() == DType::float64;
      return Tensor::of(A.dtype(), matmul(A.as<double>(), B.as<double>(), compensated));
    } else {
      return Tensor::of(A.dtype(), matmul(A.as<T>(), B.as<T>()));
    }
  });
}

}  // namespace etalon
