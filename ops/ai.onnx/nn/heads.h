// What Attention and FlexAttention share: products head by head, and the softmax of the scores.
#pragma once

#include "engine/formula.h"
#include "engine/numerics/matmul.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"

namespace etalon {

// The shape of A [batch, q_heads, rows, n] · B' head by head, where B' [batch, kv_heads, n,
// columns] is B or, with transB, each head's transpose. Each head of B serves the q_heads /
// kv_heads neighbouring heads of A: head h of A meets head floor(h / (q_heads / kv_heads)) of B.
// Throws InvalidInput when ranks, batches, heads or n do not fit.
Shape shape_of_heads(const Tensor& A, const Tensor& B, bool transB);

// A type that holds every number of the three types.
DType widest(DType a, DType b, DType c);
// That product, before rounding, of A and B in the type `wide`: [batch · kv_heads, q_heads /
// kv_heads · rows, columns].
SumsOfProducts sums_of_heads(const Tensor& A, const Tensor& B, bool transB, DType wide);

// X as a float type, with the errors that it carries.
Tensor typed(DType type, const Tensor& X);
// y rounded once to a float type. Throws Undecided. Where bounds are wanted, y itself, which bounds
// what a runtime rounds.
double typed(DType type, double y);
double typed(DType type, const Ball& y);
ArbBall typed(DType type, const ArbBall& y);

// f(Σ_k A[b, h, i, k] · B'[b, h', k, j], position) for each element of the product above, rounded
// once to `type`: f is a formula over any number type R.
template <class F>
Tensor products_of_heads(const Tensor& A, const Tensor& B, bool transB, DType type, F f) {
  const Shape shape = shape_of_heads(A, B, transB);
  if (evaluation().plain) {
    const Reader a(A), b(B);
    const size_t group = A.dim(1) / B.dim(1), n = A.dim(3);
    return each_output(type, shape, [&]<class R>(size_t batch, size_t h, size_t i, size_t j) -> R {
      Sum<R> sum;
      for (size_t k = 0; k < n; ++k) {
        const R of_B = transB ? b.at<R>(batch, h / group, j, k) : b.at<R>(batch, h / group, k, j);
        sum.add(a.at<R>(batch, h, i, k) * of_B);
      }
      return f(sum.result(), position_of({batch, h, i, j}, shape));
    });
  }
  const DType wide = widest(A.dtype(), B.dtype(), type);
  const Tensor Y = sums_of_heads(A, B, transB, wide)
                       .rounded([&]<class R>(const R& sum, size_t position) -> R {
                         const R y = f(sum, position);
                         return wide == type ? y : R(typed(type, y));
                       })
                       .reshaped(shape);
  return typed(type, Y);  // exact
}
inline Tensor products_of_heads(const Tensor& A, const Tensor& B, DType type) {
  return products_of_heads(A, B, false, type,
                           []<class R>(const R& sum, size_t) -> R { return sum; });
}

// scale · x, where the scale is 1 / √head_size unless the attribute gives it.
struct Scale {
  Scale(const Call& call, const Tensor& Q);
  template <class R>
  R operator()(const R& x) const {
    return given ? x * *given : x / real::sqrt(R(head_size));
  }

  std::optional<double> given;
  double head_size;
};

// Softmax of x along the last axis, a step of the call that a runtime computes in `precision`, or
// in the type of x.
Tensor softmax_of_rows(const Call& call, const Tensor& x, DType precision);
inline Tensor softmax_of_rows(const Call& call, const Tensor& x) {
  return softmax_of_rows(call, x, x.dtype());
}

// The type that attribute softmax_precision names. Throws InvalidInput for one that it cannot be.
DType softmax_precision(const Call& call, DType otherwise);

}  // namespace etalon
