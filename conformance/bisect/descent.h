// The wrong node inside of a wrong node.
#pragma once

#include "conformance/bisect/bisect.h"

namespace etalon {

// Of a node that has bodies (an If, Loop, Scan or SequenceMap, or a call of a function), and that
// the runtime refuses or computes wrongly when it is run alone: the fault inside of it. The runtime
// runs each evaluation of a body as a model; the next iteration begins with what it gave. The first
// such model with a wrong output is bisected. Where this finds no node that is wrong when run
// alone, the fault given, with a sentence about its bodies. Throws nothing of a limit that is met.
NodeFault innermost_fault(NodeFault fault, const BisectRequest& request, Runtime& backend);

// Of such a node whose outputs are right: the first evaluation of each of its bodies, bisected as a
// model, until a node in one is wrong. Nothing where none is, or the runtime does not run it.
// Throws LimitExceeded alone.
std::optional<Bisection> fault_in_right_body(const NodeFault& holder, const BisectRequest& request,
                                             Runtime& backend);

}  // namespace etalon
