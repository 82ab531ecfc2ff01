// How open elements flow on: what depends on a result that the specification leaves open.
//
// Movement carries the marks of its elements by itself (engine/values/side.h). For everything else
// a node with marked inputs is evaluated again, with other values in place of the open elements:
// those that are permitted, or NaN and the infinities, or the type's extremes. An output element
// that differs then depends on the open point. So a matrix product passes marks to rows, a window
// to the windows that hold the element, and Relu of a zero of either sign passes none. An element
// that depends on an open one by none of these values is not found.
#pragma once

#include <functional>

#include "engine/operators/model.h"

namespace etalon {

// The outputs of a node, with the elements marked that depend on open elements of its inputs, where
// they are not already. `again` evaluates the node for other inputs. Gives `outputs` back at once
// unless an evaluation records choices (ChoiceScope) and an input has marks.
Values with_dependence(const Node& node, const Values& inputs, Values outputs,
                       const std::function<Values(const Values& inputs)>& again);

}  // namespace etalon
