// The lines of a shape along one axis: what sorts, scans and searches along an axis walk over.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// The row-major positions of one line's elements.
struct Line {
  size_t start, step, size;
  size_t operator[](size_t i) const { return start + i * step; }
  // From the last element to the first: the step is negative, modulo 2^64.
  Line reversed() const { return {start + (size - 1) * step, 0 - step, size}; }
};

// In row-major order of the other axes, so that line n of a tensor ends up as element n of its
// reduction. There are none when the axis is of size 0.
class Lines {
 public:
  Lines(const Shape& shape, size_t axis)
      : step_(split_at(shape, axis + 1).after),
        length_(shape[axis]),
        count_(length_ == 0 ? 0 : split_at(shape, axis).before * step_) {}

  size_t count() const { return count_; }
  Line operator[](size_t n) const {
    return {n / step_ * step_ * length_ + n % step_, step_, length_};
  }

 private:
  size_t step_, length_, count_;
};

}  // namespace etalon
