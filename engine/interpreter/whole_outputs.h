// Evaluation where some elements have no defined value.
#pragma once

#include "engine/interpreter/interpreter.h"

namespace etalon {

// As `evaluate`. But where evaluate throws Unspecified because of some elements, for example an
// average of no elements, this returns whole outputs, in which the open elements have values and
// are marked (choice_scope.h). Throws Unspecified where an output has no value at all.
Values whole_outputs(const BoundModel& model, const Bindings& inputs, const Options& options = {});

// As `evaluate`. But where evaluate throws Unspecified although only one result is permitted, this
// returns that result: for example a fraction that every rounding rule makes one integer. The
// outputs must be tensors.
Values determined_outputs(const BoundModel& model, const Bindings& inputs,
                          const Options& options = {});

}  // namespace etalon
