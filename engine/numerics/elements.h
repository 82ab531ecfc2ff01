// Matrices whose elements are stored in tensors and arrays.
#pragma once

#include "engine/numerics/product.h"

namespace etalon {

// The position of a matrix's elements among row-major elements: (i, j) is element
// first + i·down + j·across.
struct Layout {
  size_t first, down, across;
};

// The elements of a tensor or array, read as T: a carrier, or float for a tensor of float32. Types
// of 8, 16, 32 and 64 bits are read in place; other types are widened once. The tensor or array
// must outlive this object, and this object must outlive its matrices.
template <class T>
class Elements {
 public:
  explicit Elements(const Tensor& X);
  explicit Elements(const Array<T>& x) : slots_(x.data()) {}
  Elements(const Elements&) = delete;
  Elements& operator=(const Elements&) = delete;

  Matrix<T> matrix(size_t rows, size_t columns, const Layout& layout) const;
  // Writes `count` elements, beginning with element `first`, to `to`.
  void copy(size_t first, size_t count, T* to) const;
  // The elements, if they are stored as T; otherwise nullptr.
  const T* stored() const { return as_ == As::carriers ? static_cast<const T*>(slots_) : nullptr; }

 private:
  // What the slots hold; integers have T's sign.
  enum class As { carriers, singles, halves, bits8, bits16, bits32 };

  template <class W, class F>
  decltype(auto) visit_as(F&& f) const {
    return f([from = static_cast<const W*>(slots_)](size_t p) { return static_cast<T>(from[p]); });
  }
  // Calls f(value) with the function from an element's position to its value.
  template <class F>
  decltype(auto) visit(F&& f) const;
  void read_in_place(const Tensor& X);

  Array<T> widened_;
  const void* slots_ = nullptr;
  As as_ = As::carriers;
  const float* half_values_ = nullptr;  // of every bit pattern
};

}  // namespace etalon
