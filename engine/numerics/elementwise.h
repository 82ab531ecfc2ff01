// Functions of tensors, element by element. They are evaluated block by block, so that no operand
// is widened or broadcast as a whole.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "engine/numerics/carriers.h"
#include "engine/numerics/elements.h"
#include "engine/numerics/paths.h"

namespace etalon {

inline constexpr size_t block_size = 1024;  // elements; a few blocks fit the first-level cache

// Reads the elements of a tensor or array in row-major order, broadcast to `shape`, as T: a
// carrier, or float for float32. The tensor or array must outlive this object.
template <class T>
class BroadcastReader {
 public:
  BroadcastReader(const Tensor& X, const Shape& shape);
  BroadcastReader(const Array<T>& x, const Shape& shape);

  // The next `count` elements, at most block_size, in `buffer` or where they are stored. They are
  // valid until the next call, which must have the same buffer.
  const T* next(size_t count, T* buffer);

 private:
  void plan(const Shape& from, const Shape& to);
  void next_row();

  Elements<T> elements_;
  Shape dims_, strides_,
      index_;          // of the axes outside a row; the axes are merged where they can be
  size_t length_ = 1;  // of a row: elements side by side, or one element repeated
  size_t step_ = 0;    // within a row: 1 or 0
  size_t first_ = 0;   // where the row begins
  size_t column_ = 0;  // the next element of the row
  size_t filled_ = 0;  // of the buffer, when one element is repeated
};

// Writes the elements of a tensor in row-major order. R is a carrier, float for float32, or bool
// for bool; each is rounded once to the tensor's type.
template <class R>
class BlockWriter {
 public:
  BlockWriter(DType type, const Shape& shape);

  // How many elements the next block has; 0 at the end.
  size_t count() const { return std::min(block_size, result_.size() - first_); }
  // Where to write them before calling written().
  R* room();
  void written();
  Tensor result() { return std::move(result_); }

 private:
  Tensor result_;
  R* slots_;  // of the result, if it stores Rs
  size_t first_ = 0;
  R room_[block_size];
};

// c = f(a, b) for each pair of elements of A and B, which broadcast, as `type`. The elements are
// read as T; f returns T, or bool if `type` is bool.
template <class T, class F>
Tensor elementwise(DType type, const Tensor& A, const Tensor& B, F f) {
  const Shape shape = broadcast_shapes(A.shape(), B.shape());
  BroadcastReader<T> a_reader(A, shape);
  BroadcastReader<T> b_reader(B, shape);
  BlockWriter<std::invoke_result_t<F, T, T>> writer(type, shape);
  T a_room[block_size];
  T b_room[block_size];
  while (const size_t count = writer.count()) {
    const T* a = a_reader.next(count, a_room);
    const T* b = b_reader.next(count, b_room);
    auto* c = writer.room();
    for (size_t i = 0; i < count; ++i) c[i] = f(a[i], b[i]);
    writer.written();
  }
  return writer.result();
}

// c = f(a, b) for each pair of elements of arrays that broadcast.
template <class T, class F>
Array<T> elementwise(const Array<T>& a, const Array<T>& b, F f) {
  const Shape shape = broadcast_shapes(a.shape(), b.shape());
  BroadcastReader<T> a_reader(a, shape);
  BroadcastReader<T> b_reader(b, shape);
  Array<T> c = empty_array<T>(shape);
  T a_room[block_size];
  T b_room[block_size];
  for (size_t first = 0; first < c.size(); first += block_size) {
    const size_t count = std::min(block_size, c.size() - first);
    const T* x = a_reader.next(count, a_room);
    const T* y = b_reader.next(count, b_room);
    for (size_t i = 0; i < count; ++i) c.data()[first + i] = f(x[i], y[i]);
  }
  return c;
}

}  // namespace etalon
