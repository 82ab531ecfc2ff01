// How open elements flow on: what depends on a result that the specification leaves open.
//
// Operators that move elements move the marks of open elements, too (engine/values/side.h). Every
// other node with open elements among its inputs is evaluated again, with other values in their
// place: the permitted values, or NaN and the infinities, or the type's extremes. An output element
// that changes depends on the open point. So a matrix product passes marks to whole rows, a pool to
// the windows that hold the element, and Relu of a zero of either sign passes none. A dependence
// that none of these values shows is not found.
#pragma once

#include <functional>

#include "engine/operators/model.h"

namespace etalon {

// The outputs of a node, in which the elements that depend on open elements of its inputs are
// marked. `again` evaluates the node for other inputs. Returns `outputs` unchanged unless an
// evaluation records choices (ChoiceScope) and an input has marks.
Values with_dependence(const Node& node, const Values& inputs, Values outputs,
                       const std::function<Values(const Values& inputs)>& again);

}  // namespace etalon
