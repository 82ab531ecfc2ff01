// Binding: finds, once, the schema and implementation of each node of a model.
#pragma once

#include "engine/loader/ignored_attributes.h"
#include "engine/operators/model.h"

namespace etalon {

// Adds to every node, also in functions and in graphs inside nodes: its operator's schema and
// implementation or the function that it calls, its opset, the defaults of attributes not given,
// and its label. Adds to every graph: the names that it captures, and after which node each value
// is no longer read. Removes the attributes to ignore. A node without a schema is not an error
// here; the checker refuses it.
BoundModel bind(Model model, const IgnoredAttributes& ignored = {});

}  // namespace etalon
