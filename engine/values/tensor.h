// Tensors: an element type, a shape, and shared immutable storage of one element per slot.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>
#include <xtensor/xarray.hpp>

#include "engine/values/dtype.h"
#include "engine/values/limits.h"

namespace etalon {

// A tensor's dimensions; up to four of them take no memory of their own.
using Shape = xt::svector<size_t, 4>;

// The arrays that operators compute with: row-major, any rank, charged to the memory budget.
template <class T>
using Array =
    xt::xarray_container<xt::uvector<T, BudgetAllocator<T>>, xt::layout_type::row_major, Shape>;
using Reals = Array<double>;
using Ints = Array<int64_t>;
using Naturals = Array<uint64_t>;
using Bools = Array<bool>;
using Texts = Array<std::string>;
using Complexes = Array<std::complex<double>>;

// Throws LimitExceeded if `rank` exceeds max_rank.
void check_rank(size_t rank);
// The product of the dimensions. Throws LimitExceeded if it exceeds 2^48 elements or the rank
// exceeds max_rank.
size_t element_count(const Shape& shape);
std::string to_string(const Shape& shape);  // "[2, 3]"

// An uninitialised array. Throws LimitExceeded, before allocating, if the budget is too small.
template <class T>
Array<T> empty_array(const Shape& shape) {
  element_count(shape);
  return Array<T>(shape);
}
template <class T>
Array<T> full(const Shape& shape, const T& value) {
  element_count(shape);
  return Array<T>(shape, value);
}
// A rank-0 array.
template <class T>
Array<T> scalar_array(const T& value) {
  return full<T>({}, value);
}

using Word128 = std::array<uint64_t, 2>;

struct Side;  // engine/values/side.h

class Tensor {
 public:
  // Special members of all values are defined in a .cc file: otherwise each file that uses values
  // would compile them again.
  Tensor();  // float32, shape [0]
  ~Tensor();
  Tensor(const Tensor&);
  Tensor(Tensor&&) noexcept;
  Tensor& operator=(const Tensor&);
  Tensor& operator=(Tensor&&) noexcept;

  // A tensor whose bits are all zero, or of empty strings.
  static Tensor zeros(DType type, const Shape& shape);
  // A tensor of uninitialised bits (or of empty strings). The caller must write every slot.
  static Tensor unwritten(DType type, const Shape& shape);
  // A tensor whose slots are in memory that `slots` keeps alive: a mapped file or a parsed message.
  // The slots must be aligned as slots_aligned() requires and must never change. They are not
  // charged to the memory budget. Not for strings.
  static Tensor over(DType type, const Shape& shape, std::shared_ptr<const std::byte> slots);

  // Rounds each value once to `type`: floats to nearest-even by that type's own rules (float8 and
  // float4 saturate), integers modulo 2^bits, bool by != 0. The array's C++ type must be the
  // carrier of `type` (double, int64_t, uint64_t, complex, string); bool arrays make bool tensors.
  static Tensor of(DType type, const Reals& values);
  // As of(), for values that decide every digit of the result: exact values, for example.
  static Tensor decided(DType type, const Reals& values);
  template <class T>
  static Tensor decided(DType type, const Array<T>& values) {
    return of(type, values);
  }
  static Tensor of(DType type, const Ints& values);
  static Tensor of(DType type, const Naturals& values);
  static Tensor of(DType type, const Bools& values);
  static Tensor of(DType type, Texts values);
  static Tensor of(DType type, const Complexes& values);
  template <class E>
  static Tensor of(DType type, const xt::xexpression<E>& expression) {
    const auto& shape = expression.derived_cast().shape();
    element_count(Shape(shape.begin(), shape.end()));
    return of(type, Array<typename E::value_type>(expression));
  }

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  size_t rank() const { return shape_.size(); }
  size_t size() const { return size_; }
  size_t dim(size_t axis) const { return shape_[axis]; }

  // All elements as T, exactly unless stated: double (floats and integers; integers beyond 2^53
  // round), int64_t (integers, bool; uint64 wraps), uint64_t (integers, bool; negatives wrap), bool
  // (!= 0), std::complex<double> (complex, floats), std::string (strings). Throws InternalError for
  // any other pair.
  template <class T>
  Array<T> as() const;

  // The elements in row-major order as a flat vector: for axes, shapes, pads, repeats.
  std::vector<int64_t> ints() const;
  // The element of a tensor with exactly one element. Throws InvalidInput for any other size.
  template <class T>
  T item() const;

  // The raw slots, row-major; W is an integer (int8_t … uint64_t, Word128) of slot_bytes(),
  // float or double for those types, or std::string. Throws InternalError for another size.
  template <class W>
  std::span<const W> slots() const;
  // The slots for writing. Only the code that makes the tensor may call this, before it shares the
  // tensor. Removes the tensor's side. Throws InternalError for a tensor made by over().
  template <class W>
  std::span<W> mutable_slots();

  // Charges the contents of strings to the memory budget for as long as the elements exist, once
  // for all tensors that share the elements. Does nothing for other types. Call it after the last
  // string is written. Throws LimitExceeded if the strings do not fit.
  void charge_texts() const;

  // A tensor with these elements and another shape of equal size. Throws InvalidInput when sizes
  // differ.
  Tensor reshaped(const Shape& shape) const;

  // What the tensor carries in addition to its elements; nullptr for nearly all tensors. The side's
  // tensors must have the tensor's shape.
  const Side* side() const { return side_.get(); }
  Tensor with_side(std::shared_ptr<const Side> side) const;

 private:
  static Tensor rounded(DType type, const Reals& values);
  struct Storage;
  Tensor(DType type, Shape shape, std::shared_ptr<Storage> storage);

  DType dtype_;
  Shape shape_;
  size_t size_;
  std::shared_ptr<Storage> storage_;
  std::shared_ptr<const Side> side_;
};

// True if slots of `type` may begin at this address or file offset.
bool slots_aligned(DType type, uint64_t address);

// A rank-0 tensor.
Tensor scalar(DType type, double value);
Tensor scalar(DType type, int64_t value);
Tensor scalar(bool value);
// A rank-1 int64 tensor.
Tensor vector_of(const std::vector<int64_t>& values);

// True when type, shape and all bits are equal.
bool identical(const Tensor& a, const Tensor& b);

// Each value rounded to a float type and widened again: for operators whose specification rounds
// an intermediate result.
Reals round_to(DType type, const Reals& values);
double round_to_narrow(DType type, double value);  // of at most 16 bits
inline double round_to(DType type, double value) {
  if (type == DType::float64) return value;
  if (type == DType::float32) return static_cast<float>(value);
  return round_to_narrow(type, value);
}

// Calls f.operator()<W>() with the storage word of `type`: uint8_t, uint16_t, uint32_t, uint64_t,
// Word128 or std::string. Operators that move elements use this, so they never change values.
template <class F>
decltype(auto) by_slot(DType type, F&& f) {
  switch (slot_bytes(type)) {
    case 1:
      return f.template operator()<uint8_t>();
    case 2:
      return f.template operator()<uint16_t>();
    case 4:
      return f.template operator()<uint32_t>();
    case 8:
      return f.template operator()<uint64_t>();
    case 16:
      return f.template operator()<Word128>();
    default:
      return f.template operator()<std::string>();
  }
}

}  // namespace etalon
