// What Attention and FlexAttention share: products head by head, and the softmax of the scores.
#pragma once

#include "engine/numerics/matmul.h"

namespace etalon {

// The shape of A [batch, q_heads, rows, n] · B' head by head, where B' [batch, kv_heads, n,
// columns] is B or, with transB, each head's transpose. Each head of B serves the q_heads /
// kv_heads neighbouring heads of A: head h of A meets head floor(h / (q_heads / kv_heads)) of B.
// Throws InvalidInput when ranks, batches, heads or n do not fit.
Shape shape_of_heads(const Tensor& A, const Tensor& B, bool transB);

// Holds every number of the three types.
DType widest(DType a, DType b, DType c);
// That product, before rounding, of A and B in the type `wide`: [batch · kv_heads, q_heads /
// kv_heads · rows, columns].
SumsOfProducts sums_of_heads(const Tensor& A, const Tensor& B, bool transB, DType wide);

// y rounded once to a float type. Throws Undecided.
inline double typed(DType type, double y) { return round_to(type, y); }
inline double typed(DType type, const Ball& y) {
  if (!decides(type, y)) throw Undecided();
  return round_to(type, y.middle());
}
inline double typed(DType type, const ArbBall& y) {
  const std::optional<double> known = y.rounded(type);
  if (!known) throw Undecided();
  return round_to(type, *known);
}

// f(sum, position) for each element of the product above, rounded once to `type`: f is a formula
// over any carrier of the reals.
template <class F>
Tensor products_of_heads(const Tensor& A, const Tensor& B, bool transB, DType type, F f) {
  const Shape shape = shape_of_heads(A, B, transB);
  const DType wide = widest(A.dtype(), B.dtype(), type);
  Tensor Y = sums_of_heads(A, B, transB, wide)
                 .rounded([&]<class R>(const R& sum, size_t position) -> R {
                   const R y = f(sum, position);
                   return wide == type ? y : R(typed(type, y));
                 })
                 .reshaped(shape);
  if (wide == type) return Y;
  return over_reals(type, [&]<class R>() { return rounded(type, elements_of<R>(Y)); });  // exact
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

// exp(x) / Σ exp(x) along the last axis, rounded once to x's type.
Tensor softmax_of_rows(const Tensor& x);

// The type that attribute softmax_precision names. Throws InvalidInput for one that it cannot be.
DType softmax_precision(const Call& call, DType otherwise);

}  // namespace etalon
