// Matrices whose elements lie in tensors and arrays.
#pragma once

#include "engine/numerics/product.h"

namespace etalon {

// Where the elements of a matrix lie among row-major elements: (i, j) is element
// first + i·down + j·across.
struct Layout {
  size_t first, down, across;
};

// The elements of a tensor or array, read as carriers T: float types up to 32 bits where they lie,
// narrow integers widened once. The tensor or array must outlive this, and this the matrices made
// of it.
template <class T>
class Elements {
 public:
  explicit Elements(const Tensor& X);
  explicit Elements(const Array<T>& x) : carriers_(x.data()) {}
  Elements(const Elements&) = delete;
  Elements& operator=(const Elements&) = delete;

  Matrix<T> matrix(size_t rows, size_t columns, const Layout& layout) const;
  // Writes `count` elements from element `first` on.
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
