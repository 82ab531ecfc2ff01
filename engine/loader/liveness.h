// Which names a graph reads from outside, and when each of its own values is read last.
#pragma once

#include "engine/operators/model.h"

namespace etalon {

// Fills `captured` (sorted) and `last_use`. The graphs inside must already have theirs.
// last_use[i] lists the graph's own values (inputs, initializers, outputs of nodes) that node i
// makes or reads and that nothing afterwards reads; never values of the graphs around it.
void find_lifetimes(Graph& graph);

}  // namespace etalon
