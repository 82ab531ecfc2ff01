// Binding: what each node of a model means, found once.
#pragma once

#include "engine/operators/model.h"

namespace etalon {

// Every node, those of functions and of graphs inside included, learns its operator's schema and
// implementation or the function it calls, its opset, the defaults of attributes that it does not
// give, and its label; every graph learns which names it captures and when its values are read
// last. What no schema knows stays without one: that is the checker's to refuse.
BoundModel bind(Model model);

}  // namespace etalon
