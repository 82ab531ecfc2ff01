// Which names a graph reads from outside, and when each of its own values is read last.
#pragma once

#include "engine/operators/model.h"

namespace etalon {

// Fills `captured` (sorted) and `last_use`. The graphs inside must already have theirs.
// last_use[i] lists the graph's own values (inputs, initializers, outputs of nodes) that node i
// produces or reads and that nothing reads afterwards. It never lists values of outer graphs. It
// has no entry for the last node, with which all values of the graph end.
void find_lifetimes(Graph& graph);

}  // namespace etalon
