// What operators share: axes, broadcasting, reductions, movement of elements.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/operators/operator.h"
#include "engine/values/tensor.h"

namespace etalon {

// Axes and shapes.

// A negative axis counts from the end. Throws InvalidInput outside [-rank, rank-1].
size_t axis_index(int64_t axis, size_t rank);
// The same for each; throws InvalidInput when one axis is named twice. The order is kept.
std::vector<size_t> axis_indices(const std::vector<int64_t>& axes, size_t rank);
// 0, 1, …, rank-1.
std::vector<size_t> all_axes(size_t rank);
// Throws InvalidInput for a negative dimension.
Shape to_shape(const std::vector<int64_t>& dims);
std::vector<int64_t> to_ints(const Shape& shape);
// The shape split before `axis`: the products of the dimensions on either side.
struct Split {
  size_t before, after;
};
Split split_at(const Shape& shape, size_t axis);

// Broadcasting.

// Multidirectional (NumPy's) broadcasting. Throws InvalidInput when the shapes do not fit.
Shape broadcast_shape(const Shape& a, const Shape& b);
Shape broadcast_shape(const std::vector<Tensor>& tensors);
// X repeated along its dimensions of size 1 and new leading ones. Throws InvalidInput.
Tensor broadcast_to(const Tensor& X, const Shape& shape);
// Operators before version 7: with `broadcast` 0 the shapes must be equal; with 1, B's axes align
// with A's from attribute `axis` on, by default with A's last ones. B reshaped to A's rank.
Tensor legacy_broadcast(const Tensor& A, const Tensor& B, const Call& call);

// Reductions over a set of axes, evaluated at once, in row-major order. The reduced axes stay as
// size 1. An empty set gives the neutral element: 0, 1, and for max and min what is below or
// above every value of the carrier.
//
// Real sums are compensated (Neumaier, 1974): within an ULP or two of the exact sum's double.
template <class T>
Array<T> sum_over(const Array<T>& x, const std::vector<size_t>& axes);
template <class T>
Array<T> product_over(const Array<T>& x, const std::vector<size_t>& axes);
// NaN if any element is NaN.
template <class T>
Array<T> max_over(const Array<T>& x, const std::vector<size_t>& axes);
template <class T>
Array<T> min_over(const Array<T>& x, const std::vector<size_t>& axes);
inline Reals mean_over(const Reals& x, const std::vector<size_t>& axes);
// The shape without these axes.
Shape without_axes(const Shape& shape, const std::vector<size_t>& axes);
template <class T>
Array<T> squeezed(Array<T> x, const std::vector<size_t>& axes) {
  x.reshape(without_axes(x.shape(), axes));
  return x;
}

// base^exponent modulo 2^64; 0^0 is 1.
int64_t integer_power(int64_t base, uint64_t exponent);

// Elementwise maximum and minimum that give NaN if either is NaN.
template <class T>
T maximum(T a, T b) {
  return a != a ? a : (b != b ? b : (a < b ? b : a));
}
template <class T>
T minimum(T a, T b) {
  return a != a ? a : (b != b ? b : (b < a ? b : a));
}

// Movement. Elements keep their bits; where they come from is computed as an array of positions.

// The row-major position of each element of a shape, as an array of that shape: view, transpose,
// slice or index it, and `take` from there.
Ints positions(const Shape& shape);
// Element at[i] of X, row-major, for every i. A negative position takes `fill` (one element of
// X's type), or zero bits when there is no fill. Throws InternalError past X's end.
Tensor take(const Tensor& X, const Ints& at);
Tensor take(const Tensor& X, const Ints& at, const Tensor& fill);
// Joined along an axis. Throws InvalidInput when ranks, types or other dimensions differ.
Tensor concat(const std::vector<Tensor>& tensors, size_t axis);
// X's entries `indices` along an axis, in that order.
Tensor pick(const Tensor& X, size_t axis, const std::vector<size_t>& indices);
// The part [start, end) along an axis.
Tensor slice(const Tensor& X, size_t axis, size_t start, size_t end);
// X's axes in the order `perm`.
Tensor transposed(const Tensor& X, const std::vector<size_t>& perm);

inline Reals mean_over(const Reals& x, const std::vector<size_t>& axes) {
  Reals sum = sum_over(x, axes);
  const double count = static_cast<double>(x.size()) / static_cast<double>(sum.size());
  for (double& value : sum) value /= count;
  return sum;
}

}  // namespace etalon
