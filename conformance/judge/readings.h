// The permitted values of elements that depend on open elements.
//
// An element that the specification leaves open has a set of permitted values. What is computed
// from it is evaluated again with others of that set in its place: each such evaluation is a
// reading. An element of an output may be what any reading gives it, up to rounding; where several
// open elements meet, anything between the readings' extremes.
#pragma once

#include "engine/interpreter/interpreter.h"

namespace etalon {

// The outputs of an evaluation that recorded choices, within the same ChoiceScope, with these sets
// in place of the marks that say only that an element depends on an open one. These marks stay
// where an element depends on one without a result (Permits::undefined) or on a shape, where it is
// another in other orders of elements whose order is open, where a reading is refused or has
// another shape, and for outputs that are not of numbers. Throws LimitExceeded alone.
Values with_readings(const BoundModel& model, const Bindings& inputs, const Options& options,
                     Values outputs);

}  // namespace etalon
