// Finding the wrong node inside a wrong node.
#pragma once

#include "conformance/bisect/bisect.h"

namespace etalon {

// Of a node that has bodies (an If, Loop, Scan or SequenceMap, or a call of a function), and that
// the runtime refuses or computes wrongly when it is run alone: the fault inside of it. The runtime
// runs each evaluation of a body as a model; the next iteration begins with what it gave. The first
// such model with a wrong output is bisected. If this finds no node that is wrong when run alone,
// it returns the given fault, with a sentence about its bodies. It does not throw when a limit is
// reached.
NodeFault innermost_fault(NodeFault fault, const BisectRequest& request, Runtime& backend);

// For a node with bodies whose outputs are right: bisects the first evaluation of each body as a
// model, until a node in one is wrong. Nothing if no node is wrong, or if the runtime does not run
// the bodies. Throws only LimitExceeded.
std::optional<Bisection> fault_in_right_body(const NodeFault& holder, const BisectRequest& request,
                                             Runtime& backend);

}  // namespace etalon
