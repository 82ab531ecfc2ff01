// Elements that are read in another order than they are stored in.
#pragma once

#include "engine/values/tensor.h"

namespace etalon {

// For each axis of a result, its size, and how far neighbours along it are apart where they are
// read; 0 where an element is read again.
struct Strides {
  Shape dims, steps;

  // The same elements in fewer axes: those of size 1 go, and neighbours whose steps fit are merged.
  Strides merged() const;
};

// The steps of a tensor's own axes.
Shape own_steps(const Shape& shape);

// Where a shape's elements go when the axes that are of size 1 in `reduced` are reduced: all along
// these have the same place.
Strides reduction_steps(const Shape& shape, const Shape& reduced);

// The elements of X read with these steps, as a tensor of that shape. Bits do not change. No step
// may lead out of X.
Tensor strided(const Tensor& X, const Shape& shape, const Shape& steps);

// Calls visit(position, step, first, count) for each row of results, in row-major order: results
// first, first + 1, … read from position, position + step, …. There must be at least one result.
template <class Visit>
void each_row(const Strides& strides, Visit visit) {
  Strides outer = strides.merged();
  size_t count = 1;
  size_t step = 0;
  if (!outer.dims.empty()) {
    count = outer.dims.back();
    step = outer.steps.back();
    outer.dims.pop_back();
  }
  const size_t results = element_count(strides.dims);
  Shape index(outer.dims.size(), 0);
  size_t position = 0;
  for (size_t first = 0; first < results; first += count) {
    visit(position, step, first, count);
    for (size_t axis = index.size(); axis-- > 0;) {
      position += outer.steps[axis];
      if (++index[axis] < outer.dims[axis]) break;
      position -= outer.steps[axis] * outer.dims[axis];
      index[axis] = 0;
    }
  }
}

}  // namespace etalon
