// What operators share: axes, broadcasting, reductions, movement of elements.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>
#include <xtensor/xbroadcast.hpp>

#include "engine/operators/operator.h"
#include "engine/values/tensor.h"

namespace etalon {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// Axes and shapes.

// A negative axis counts from the end. Throws InvalidInput outside [-rank, rank-1].
size_t axis_index(int64_t axis, size_t rank);
// axis_index for each axis, in order. Throws InvalidInput when one axis is named twice.
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

// An index into an axis of `size` entries; a negative one counts from the end. Throws InvalidInput
// outside [-size, size-1].
size_t entry_index(int64_t index, size_t size);

// Throws InvalidInput, naming the input, unless it has this shape; any_size fits every dimension.
inline constexpr size_t any_size = std::numeric_limits<size_t>::max();
void require_shape(std::string_view input, const Tensor& X, const Shape& wanted);
// Throws InvalidInput, naming the input, unless it has this rank.
void require_rank(std::string_view input, const Tensor& X, size_t rank);
void require_rank_from(std::string_view input, const Tensor& X, size_t least);

// X, of a single element, as rank 0. Throws InvalidInput for any other size, as Tensor::item.
Tensor single(const Tensor& X);

// Coordinates.

// For each element of a shape, its index along one axis: an array of that shape.
Ints coordinate(const Shape& shape, size_t axis);
// The index (one entry for each axis) of the element at a row-major position, and the inverse.
Shape index_at(size_t position, const Shape& shape);
size_t position_of(const Shape& index, const Shape& shape);
// Calls visit(index) for each index of the shape, in row-major order: once for rank 0.
template <class Visit>
void each_index(const Shape& shape, Visit visit) {
  Shape index(shape.size(), 0);
  count_work(work_per_step * element_count(shape));
  for (size_t count = element_count(shape); count > 0; --count) {
    visit(static_cast<const Shape&>(index));
    for (size_t axis = shape.size(); axis-- > 0 && ++index[axis] == shape[axis];) index[axis] = 0;
  }
}

// A vector reshaped to `rank` axes, with its elements along `axis`: [n] becomes [1, …, n, …, 1].
template <class T>
Array<T> along(Array<T> vector, size_t axis, size_t rank) {
  Shape shape(rank, 1);
  shape[axis] = vector.size();
  vector.reshape(shape);
  return vector;
}

// Elementwise.

// f(x) for each element.
template <class T, class F>
Array<T> by_element(Array<T> x, F f) {
  for (T& each : x) each = f(each);
  return x;
}
// f(a, b) for each pair of elements of arrays that broadcast.
template <class T, class F>
Array<T> by_element(const Array<T>& a, const Array<T>& b, F f);

// Broadcasting.

// Multidirectional (NumPy's) broadcasting. Throws InvalidInput when the shapes do not fit.
Shape broadcast_shapes(const Shape& a, const Shape& b);
Shape broadcast_shapes(const std::vector<Tensor>& tensors);
// X repeated along its dimensions of size 1 and new leading ones. Throws InvalidInput.
Tensor broadcast_to(const Tensor& X, const Shape& shape);
template <class T>
Array<T> broadcast_array(const Array<T>& x, const Shape& shape) {
  return x.shape() == shape ? x : Array<T>(xt::broadcast(x, shape));
}
// The broadcasting of operators before version 7. With `broadcast` 0 the shapes must be equal. With
// 1, B's axes align with A's from attribute `axis` on, by default with A's last axes. Returns B
// reshaped to A's rank.
Tensor legacy_broadcast(const Tensor& A, const Tensor& B, const Call& call);

// Reductions over a set of axes, evaluated at once, in row-major order. The reduced axes are kept
// with size 1. A reduction of no elements gives 0 for the sum, 1 for the product, the least value
// of T for the maximum and its greatest for the minimum, infinities included.
//
// Sums of doubles are compensated (Neumaier, 1974): within an ULP or two of the exact sum's double.
// A sum is −0 if all addends are −0.
template <class T>
Array<T> sum_over(const Array<T>& x, const std::vector<size_t>& axes);
template <class T>
Array<T> product_over(const Array<T>& x, const std::vector<size_t>& axes);
// NaN if any element is NaN.
template <class T>
Array<T> max_over(const Array<T>& x, const std::vector<size_t>& axes);
template <class T>
Array<T> min_over(const Array<T>& x, const std::vector<size_t>& axes);
template <class T>
Array<T> mean_over(const Array<T>& x, const std::vector<size_t>& axes);
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

// Movement. Elements keep their bits. Operators compute an array of the positions to read from.

// The row-major position of each element of a shape, as an array of that shape: view, transpose,
// slice or index it, and `take` from there.
Ints positions(const Shape& shape);
// Element at[i] of X, row-major, for every i. A negative position gives `fill` (one element of X's
// type), or zero bits without `fill`. Throws InternalError past X's end.
Tensor take(const Tensor& X, const Ints& at);
Tensor take(const Tensor& X, const Ints& at, const Tensor& fill);
// X where the condition holds, Y elsewhere; all three broadcast. Throws InvalidInput when the
// shapes do not fit.
Tensor choose(const Bools& condition, const Tensor& X, const Tensor& Y);
// As above for a tensor of bools, which may vary with a proof's inputs.
Tensor chosen(const Tensor& condition, const Tensor& X, const Tensor& Y);
// Y[…, i, …] = X[…, at[…, i, …], …]: `at` gives the index of each element along the axis. Its shape
// is X's, except on that axis. Throws InternalError for an entry that X does not have.
Tensor take_along(const Tensor& X, size_t axis, const Ints& at);
// The positions of these elements in an array of this shape.
Ints positions_along(const Shape& shape, size_t axis, const Ints& at);
// Joined along an axis. Throws InvalidInput when ranks, types or other dimensions differ.
Tensor concat(const std::vector<Tensor>& tensors, size_t axis);
// X's entries `indices` along an axis, in that order.
Tensor pick(const Tensor& X, size_t axis, const std::vector<size_t>& indices);
// The part [start, end) along an axis.
Tensor slice(const Tensor& X, size_t axis, size_t start, size_t end);
// X's axes in the order `perm`.
Tensor transposed(const Tensor& X, const std::vector<size_t>& perm);

template <class T, class F>
Array<T> by_element(const Array<T>& a, const Array<T>& b, F f) {
  const Shape shape = broadcast_shapes(a.shape(), b.shape());
  Array<T> x = broadcast_array(a, shape);
  const Array<T> y = broadcast_array(b, shape);
  for (size_t i = 0; i < x.size(); ++i) x.data()[i] = f(x.data()[i], y.data()[i]);
  return x;
}

template <class T>
Array<T> mean_over(const Array<T>& x, const std::vector<size_t>& axes) {
  Array<T> sum = sum_over(x, axes);
  const double count = static_cast<double>(x.size()) / static_cast<double>(sum.size());
  for (T& value : sum) value = value / count;
  return sum;
}

}  // namespace etalon
