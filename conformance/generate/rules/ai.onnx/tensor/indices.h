// Gather*, Scatter*: axes, indices, reductions.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Any axis, which is set unless it is the default, 0.
size_t draw_axis(Drafting& call, size_t rank);

// From 0 to length - 1; since opset 11 possibly counted from the end.
int64_t index_below(Drafting& call, size_t length);

// Adds indices of this shape; length(i) is that of the axis of the i-th.
template <class Length>
void add_indices(Drafting& call, const Shape& shape, Length length) {
  std::vector<int64_t> indices(element_count(shape));
  for (size_t i = 0; i < indices.size(); ++i) indices[i] = index_below(call, length(i));
  call.add_integers(shape, indices);
}

// A shape that is nowhere greater than data's, so that every index has a line in data.
Shape shape_within(Draw& draw, const Shape& shape);

// Sets `reduction`, and narrows the element types to those that it supports. True if elements that
// meet are reduced, so that an index may occur several times.
bool offer_reduction(Drafting& call);

// Scatter and ScatterElements.
void scatter_elements(Drafting& call);

}  // namespace etalon::rules
