// How deep a model nests: graphs inside graphs, and functions that functions call.
#pragma once

#include "engine/operators/model.h"

namespace etalon {

// Throws InvalidModel for functions that call themselves, directly or in a circle, and for graphs
// and function bodies nested more than max_nesting deep inside each other.
void check_nesting(const BoundModel& model);

}  // namespace etalon
