// Gather*, Scatter*: axes, indices, reductions.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Any axis, which is set unless it is the default, 0.
size_t draw_axis(Drafting& call, size_t rank);

// From 0 to length - 1; since opset 11 possibly counted from the end.
int64_t index_below(Drafting& call, size_t length);

// A shape that is nowhere greater than data's, so that every index has a line in data.
Shape shape_within(Draw& draw, const Shape& shape);

// Sets `reduction`, and narrows the element types to those that it supports. True if elements that
// meet are reduced, so that an index may occur several times.
bool offer_reduction(Drafting& call);

// Scatter and ScatterElements.
void scatter_elements(Drafting& call);

}  // namespace etalon::rules
