// Evaluation where some elements have no defined value.
#pragma once

#include "engine/interpreter/interpreter.h"

namespace etalon {

// As `evaluate`. But where that throws Unspecified because of some elements, as of an average of
// none, the outputs all the same: the open elements have a value and a mark (choice_scope.h).
// Throws Unspecified where an output has no value at all.
Values whole_outputs(const BoundModel& model, const Bindings& inputs, const Options& options = {});

// As `evaluate`. But where that throws Unspecified although all that is permitted is one result,
// that result: a fraction that every rule makes the same integer. The outputs are tensors.
Values determined_outputs(const BoundModel& model, const Bindings& inputs,
                          const Options& options = {});

}  // namespace etalon
