// Rules, and parts of rules, for operators of several families.
#pragma once

#include <span>
#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// One input, of any shape.
void one_tensor(Drafting& call);

// Two inputs that broadcast; before opset 7 of equal shapes, or the second has the shape of
// consecutive axes of the first.
void two_broadcast(Drafting& call);

// One input of at least two axes, and `axis`.
void along_axis(Drafting& call);

// `count` shapes that broadcast together.
std::vector<Shape> shapes_together(Draw& draw, size_t count);

// Lengths or positions converted for an attribute or an input.
std::vector<int64_t> as_integers(std::span<const size_t> values);

}  // namespace etalon::rules
