// Gather*, Scatter*: axes, indices, reductions.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Any axis, which is set unless it is the default, 0.
size_t draw_axis(Drafting& call, size_t rank);

// From 0 to length - 1; since opset 11 perhaps counted from the end.
int64_t index_below(Drafting& call, size_t length);

// A shape within data's, so that every index has its line.
Shape shape_within(Draw& draw, const Shape& shape);

// `reduction`, and element types that it is for.
void offer_reduction(Drafting& call);

// Scatter and ScatterElements.
void scatter_elements(Drafting& call);

}  // namespace etalon::rules
