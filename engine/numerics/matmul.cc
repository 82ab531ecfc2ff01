#include "engine/numerics/matmul.h"

#include <algorithm>

#include "engine/numerics/arb_dot.h"
#include "engine/numerics/digit_matrix.h"
#include "engine/numerics/elements.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/sampled_sums.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

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
  bool transA = false, transB = false;
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
  const Shape shape = broadcast_shapes(batch_a, batch_b);
  Batch batch{n, xt::broadcast(positions(batch_a), shape), xt::broadcast(positions(batch_b), shape),
              shape};
  if (!row) batch.result.push_back(n.rows);
  if (!column) batch.result.push_back(n.columns);
  return batch;
}

// Calls visit(first of A, first of B, first of the result) for each matrix of a batch.
template <class Visit>
void each_matrix(const Batch& batch, Visit visit) {
  const auto [rows, inner, columns] = batch.matrix;
  for (size_t i = 0; i < batch.a.size(); ++i) {
    visit(size_t(batch.a.data()[i]) * rows * inner, size_t(batch.b.data()[i]) * inner * columns,
          i * rows * columns);
  }
}

template <class T>
std::vector<Product<T>> products_of(const Batch& batch, const Elements<T>& A, const Elements<T>& B,
                                    T* C) {
  const size_t rows = batch.matrix.rows, inner = batch.matrix.inner, columns = batch.matrix.columns;
  std::vector<Product<T>> products;
  each_matrix(batch, [&](size_t a, size_t b, size_t c) {
    products.push_back(
        {A.matrix(rows, inner, batch.transA ? Layout{a, 1, rows} : Layout{a, inner, 1}),
         B.matrix(inner, columns, batch.transB ? Layout{b, 1, inner} : Layout{b, columns, 1}),
         C ? C + c : nullptr});
  });
  return products;
}

double work_of(const Batch& batch) { return multiply_adds(batch.matrix) * double(batch.a.size()); }

// Operand is Tensor or Array<T>.
template <class T, class Operand>
Array<T> multiply(const Batch& batch, const Operand& A, const Operand& B,
                  Products how = Products::rounded) {
  require_products<T>(work_of(batch), how);
  const Elements<T> a(A);
  const Elements<T> b(B);
  Array<T> C = full<T>(batch.result, T{0});
  add_products(products_of<T>(batch, a, b, C.data()), how);
  return C;
}

// What a product of float tensors reads.
struct MatrixOperands {
  MatrixOperands(const Tensor& A, const Tensor& B)
      : tensors{A.with_side(nullptr), B.with_side(nullptr)}, a(tensors[0]), b(tensors[1]) {}
  const Tensor tensors[2];
  const Elements<double> a, b;
};

SumsOfProducts sums_of(const Batch& batch, const Tensor& A, const Tensor& B) {
  require_products<double>(work_of(batch), products_in(A.dtype()));
  const auto operands = std::make_shared<const MatrixOperands>(A, B);
  const auto sums = [&](const Tensor& a, const Tensor& b) { return multiply<double>(batch, a, b); };
  return {A.dtype(),
          batch.result,
          products_of<double>(batch, operands->a, operands->b, nullptr),
          operands,
          propagated(A, B, sums),
          residues_of_sums(A, B, batch.matrix.inner, sums)};
}

Reals middles_of(const Array<Ball>& x) {
  Reals middles = empty_array<double>(x.shape());
  for (size_t i = 0; i < x.size(); ++i) {
    middles.data()[i] = x.data()[i].middle();
  }
  return middles;
}

Reals radii_of(const Array<Ball>& x) {
  Reals radii = empty_array<double>(x.shape());
  for (size_t i = 0; i < x.size(); ++i) radii.data()[i] = x.data()[i].radius();
  return radii;
}

// Σ a·b, one after the other.
template <class R>
R folded(const R* a, const R* b, size_t count, size_t stride) {
  R sum = sum_of_none<R>(count > 0);
  for (size_t k = 0; k < count; ++k) sum += a[k] * b[k * stride];
  return sum;
}

// The rows of a matrix of ArbBalls, or its columns.
class Vectors {
 public:
  // Vector i begins at X + i · apart; its elements are `step` apart.
  Vectors(const ArbBall* X, size_t count, size_t length, size_t apart, size_t step)
      : X_(X),
        length_(length),
        apart_(apart),
        step_(step),
        arbs_(count * length),
        finite_(count),
        hides_(count) {
    for (size_t i = 0; i < count; ++i) {
      const Strided<ArbBall> x = elements(i);
      finite_[i] = true;
      for (size_t k = 0; k < length; ++k) {
        arbs_[i * length + k] = *x[k].get();  // still the ArbBall's own
        finite_[i] = finite_[i] && is_finite(x[k]);
      }
      hides_[i] = !evaluation().rounding && may_hide(x, length);
    }
  }

  // Of vector i of a and vector j of b; as another runtime may compute it where bounds are wanted.
  friend ArbBall product(const Vectors& a, size_t i, const Vectors& b, size_t j) {
    const size_t length = a.length_;
    const Strided<ArbBall> x = a.elements(i), y = b.elements(j);
    if (evaluation().field) return sum_of_products(x, y, length);
    const Rounding* rounding = evaluation().rounding;
    const Setting exact(&Evaluation::rounding, nullptr);
    count_work(detail::arb_work * length);
    const bool quick = a.finite_[i] && b.finite_[j] && !a.hides_[i] && !b.hides_[j];
    ArbBall sum =
        quick ? sum_of_products(x, y, length, a.arbs(i), b.arbs(j)) : sum_of_products(x, y, length);
    if (rounding) sum.widen(error_of_sum(*rounding, x, y, length));
    return sum;
  }

 private:
  Strided<ArbBall> elements(size_t i) const { return {X_ + i * apart_, step_}; }
  const arb_struct* arbs(size_t i) const { return arbs_.data() + i * length_; }

  const ArbBall* X_;
  size_t length_, apart_, step_;
  std::vector<arb_struct, BudgetAllocator<arb_struct>> arbs_;
  std::vector<bool> finite_, hides_;
};

// Sums of products of balls by three products of doubles: of middles, and two for the radii.
Array<Ball> multiply_balls(const Array<Ball>& A, const Array<Ball>& B, const Batch& batch) {
  const Reals a = middles_of(A), b = middles_of(B);
  const Reals a_radius = radii_of(A), b_radius = radii_of(B);
  const Reals a_magnitude = xt::abs(a), b_magnitude = xt::abs(b);
  // Σ (a ± ra)(b ± rb) is off by Σ |a|·rb + ra·(|b| + rb), and as rounded by n·u·Σ |a|·|b| more
  // (Jeannerod and Rump, 2013), a product included. Where a sum is not finite, this bound is not
  // either, and says nothing.
  const double n = static_cast<double>(batch.matrix.inner);
  const double slack = 1 + 0x1p-20;
  const Reals sum = multiply<double>(batch, a, b);
  const Reals b_error = b_radius + (n + 1) * Ball::half_ulp * slack * b_magnitude;
  const Reals b_greatest = b_magnitude + b_radius;
  const Reals first = multiply<double>(batch, a_magnitude, b_error);
  const Reals second = multiply<double>(batch, a_radius, b_greatest);
  Array<Ball> C = empty_array<Ball>(batch.result);
  for (size_t i = 0; i < C.size(); ++i) {
    const double radius = (first.data()[i] + second.data()[i]) * slack;
    C.data()[i] = {sum.data()[i], radius == 0 ? 0 : radius + 0x1p-1060};
  }
  return C;
}

Array<Ball> sampled(const Array<Ball>& A, const Array<Ball>& B, const Batch& batch) {
  Array<Ball> C = empty_array<Ball>(batch.result);
  const size_t rows = batch.matrix.rows, inner = batch.matrix.inner, columns = batch.matrix.columns;
  count_work(static_cast<uint64_t>(work_per_step * work_of(batch)));
  each_matrix(batch, [&](size_t a, size_t b, size_t to) {
    for (size_t i = 0; i < rows * columns; ++i) {
      C.data()[to + i] = sampled_product(A.data() + a + i / columns * inner,
                                         B.data() + b + i % columns, inner, columns);
    }
  });
  return C;
}

}  // namespace

Array<Ball> matmul(const Array<Ball>& A, const Array<Ball>& B) {
  constexpr double few = 1024;  // multiply-adds that are sooner done ball by ball
  const Batch batch = batch_of(A.shape(), B.shape());
  if (evaluation().sampled) return sampled(A, B, batch);
  Array<Ball> C = work_of(batch) <= few ? full(batch.result, Ball(0)) : multiply_balls(A, B, batch);
  const size_t rows = batch.matrix.rows, inner = batch.matrix.inner, columns = batch.matrix.columns;
  each_matrix(batch, [&](size_t from_a, size_t from_b, size_t to) {
    for (size_t i = 0; i < rows * columns; ++i) {
      Ball& c = C.data()[to + i];  // of an exact 0, the sign is to be found
      if (c.middle() != 0 || c.radius() != 0) continue;
      c = folded(A.data() + from_a + i / columns * inner, B.data() + from_b + i % columns, inner,
                 columns);
    }
  });
  return C;
}

Array<WideBall> matmul(const Array<WideBall>& A, const Array<WideBall>& B) {
  constexpr uint64_t work = 10;  // of a product, in multiply-adds
  const Batch batch = batch_of(A.shape(), B.shape());
  require_work(work * work_of(batch));
  count_work(static_cast<uint64_t>(work * work_of(batch)));
  Array<WideBall> C = empty_array<WideBall>(batch.result);
  const size_t rows = batch.matrix.rows, inner = batch.matrix.inner, columns = batch.matrix.columns;
  each_matrix(batch, [&](size_t a, size_t b, size_t to) {
    for (size_t i = 0; i < rows * columns; ++i) {
      C.data()[to + i] =
          folded(A.data() + a + i / columns * inner, B.data() + b + i % columns, inner, columns);
    }
  });
  return C;
}

Array<Ball> matmul(const Array<Ball>& a, const Reals& b) { return matmul(a, carriers_of<Ball>(b)); }
Array<ArbBall> matmul(const Array<ArbBall>& a, const Reals& b) {
  return matmul(a, carriers_of<ArbBall>(b));
}
Array<WideBall> matmul(const Array<WideBall>& a, const Reals& b) {
  const std::optional<DigitMatrix> digits = DigitMatrix::of(b);
  if (!digits) throw Undecided();
  return digits->product(a);
}

Array<ArbBall> matmul(const Array<ArbBall>& A, const Array<ArbBall>& B) {
  const Batch batch = batch_of(A.shape(), B.shape());
  require_work(detail::arb_work * work_of(batch));
  Array<ArbBall> C = empty_array<ArbBall>(batch.result);
  const size_t rows = batch.matrix.rows, inner = batch.matrix.inner, columns = batch.matrix.columns;
  each_matrix(batch, [&](size_t from_a, size_t from_b, size_t to) {
    const Vectors a(A.data() + from_a, rows, inner, inner, 1);
    const Vectors b(B.data() + from_b, columns, inner, 1, columns);
    for (size_t i = 0; i < rows * columns; ++i) {
      C.data()[to + i] = product(a, i / columns, b, i % columns);
    }
  });
  return C;
}

Ball inner(const Array<Ball>& a, const Array<Ball>& b) {
  return evaluation().sampled ? sampled_product(a.data(), b.data(), a.size(), 1)
                              : folded(a.data(), b.data(), a.size(), 1);
}
WideBall inner(const Array<WideBall>& a, const Array<WideBall>& b) {
  return folded(a.data(), b.data(), a.size(), 1);
}
ArbBall inner(const Array<ArbBall>& a, const Array<ArbBall>& b) {
  const size_t n = a.size();
  return product(Vectors(a.data(), 1, n, n, 1), 0, Vectors(b.data(), 1, n, n, 1), 0);
}

Reals matmul(const Reals& a, const Reals& b, Products how) {
  return multiply<double>(batch_of(a.shape(), b.shape()), a, b, how);
}
Ints matmul(const Ints& a, const Ints& b) {
  return multiply<int64_t>(batch_of(a.shape(), b.shape()), a, b);
}
Naturals matmul(const Naturals& a, const Naturals& b) {
  return multiply<uint64_t>(batch_of(a.shape(), b.shape()), a, b);
}

Tensor matmul(const Tensor& A, const Tensor& B) {
  const Batch batch = batch_of(A.shape(), B.shape());
  if (is_float(A.dtype())) return sums_of(batch, A, B).rounded();
  return over_integers(A.dtype(),
                       [&]<class T>() { return Tensor::of(A.dtype(), multiply<T>(batch, A, B)); });
}

namespace {

// Of matrices along equal leading axes.
Batch batch_of(const Tensor& A, bool transA, const Tensor& B, bool transB) {
  const size_t rank = A.rank();
  if (rank < 2 || B.rank() != rank || A.dim(rank - 1 - transA) != B.dim(rank - 2 + transB) ||
      !std::equal(A.shape().begin(), A.shape().end() - 2, B.shape().begin())) {
    throw InvalidInput("A of shape {}{} and B of shape {}{} do not fit a matrix product",
                       to_string(A.shape()), transA ? ", transposed," : "", to_string(B.shape()),
                       transB ? ", transposed," : "");
  }
  const MatrixSizes n{A.dim(rank - 2 + transA), A.dim(rank - 1 - transA), B.dim(rank - 1 - transB)};
  Shape shape(A.shape().begin(), A.shape().end() - 2);
  const Ints numbers = positions(shape);
  shape.insert(shape.end(), {n.rows, n.columns});
  return {n, numbers, numbers, shape, transA, transB};
}

}  // namespace

SumsOfProducts products_of(const Tensor& A, bool transA, const Tensor& B, bool transB) {
  return sums_of(batch_of(A, transA, B, transB), A, B);
}

template <class T>
Array<T> matrix_product(const Tensor& A, bool transA, const Tensor& B, bool transB) {
  return multiply<T>(batch_of(A, transA, B, transB), A, B);
}

template Ints matrix_product(const Tensor&, bool, const Tensor&, bool);
template Naturals matrix_product(const Tensor&, bool, const Tensor&, bool);

}  // namespace etalon
