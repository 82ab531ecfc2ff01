// Matrices whose elements are stored in tensors and arrays.
#pragma once

#include "engine/numerics/product.h"

namespace etalon {

// The position of a matrix's elements among row-major elements: (i, j) is element
// first + i·down + j·across.
struct Layout {
  size_t first, down, across;
};

// The elements of a tensor or array, read as carriers T. Types of 64 bits, float32, float16 and
// bfloat16 are read in place; other types are widened once. The tensor or array must outlive this
// object, and this object must outlive its matrices.
template <class T>
class Elements {
 public:
  explicit Elements(const Tensor& X);
  explicit Elements(const Array<T>& x) : carriers_(x.data()) {}
  Elements(const Elements&) = delete;
  Elements& operator=(const Elements&) = delete;

  Matrix<T> matrix(size_t rows, size_t columns, const Layout& layout) const;
  // Writes `count` elements, beginning with element `first`, to `to`.
  void copy(size_t first, size_t count, T* to) const;

 private:
  // Calls f(value) with the function from an element's position to its value.
  template <class F>
  decltype(auto) visit(F&& f) const {
    if (singles_) return f([from = singles_](size_t p) { return T(from[p]); });
    if (halves_) {
      return f([from = halves_, values = half_values_](size_t p) { return T(values[from[p]]); });
    }
    return f([from = carriers_](size_t p) { return from[p]; });
  }

  Array<T> widened_;
  const T* carriers_ = nullptr;
  const float* singles_ = nullptr;
  const uint16_t* halves_ = nullptr;
  const float* half_values_ = nullptr;  // of every bit pattern
};

}  // namespace etalon
