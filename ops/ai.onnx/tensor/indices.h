// Elements found by their indices: what the gather and scatter operators share.
#pragma once

#include "engine/numerics/numerics.h"

namespace etalon {

// The indices as entries of an axis of `size` entries: a negative one counts from the end. Throws
// InvalidInput outside [-size, size-1].
Ints entries(const Tensor& indices, size_t size);
// The same for the tuples along the last axis of `indices`, of one index for each of these sizes:
// all first ones, all second ones, …
std::vector<Ints> entries_of_tuples(const Tensor& indices, const Shape& sizes);

// [i, j, …]: the index of each element of a shape along each axis. The arrays broadcast.
std::vector<Ints> coordinates(const Shape& shape);
// The row-major position in `shape` of each element of these indices, one array for each axis; they
// broadcast. The position of the element with no index, where there is no axis, is 0.
Ints positions_at(const Shape& shape, const std::vector<Ints>& index);

// GatherElements and ScatterElements. Throws InvalidInput unless indices have data's rank and,
// except along the axis, at most its dimensions.
void require_elements(const Tensor& data, const Tensor& indices, size_t axis);

// GatherND and ScatterND: the last axis of `indices` holds tuples of indices into those axes of
// data that follow the first batch_dims, which both share. A tuple names the slice of the other
// axes. Throws InvalidInput where the shapes do not fit.
struct TupleShapes {
  Shape batch, tuples;   // batch_dims axes, and all of indices' but the last
  Shape indexed, slice;  // data's axes after the batch's: those of the tuples, and the others
};
TupleShapes tuple_shapes(const Tensor& data, const Tensor& indices, size_t batch_dims);
// The axes of the one, then of the other.
Shape joined(Shape first, const Shape& second);

}  // namespace etalon
