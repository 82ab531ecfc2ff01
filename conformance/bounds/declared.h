// The effect of declared arithmetic (engine/values/arithmetic.h) on the nodes of a model.
#pragma once

#include "engine/operators/model.h"
#include "engine/values/arithmetic.h"
#include "engine/values/value.h"

namespace etalon {

// The part of the declared arithmetic that a node uses: matrix units do not compute sums of
// products that interpolate or normalize.
Arithmetic arithmetic_of(const Node& node, const Arithmetic& declared);

// The values with 0 in place of subnormal numbers of their types.
Values flushed(const Values& inputs);
// The values with errors that reach to 0 from subnormal numbers of their types.
Values perhaps_flushed(const Values& inputs);

// True for an operator that scales integers to another scale.
bool requantizes(const Node& node);

}  // namespace etalon
