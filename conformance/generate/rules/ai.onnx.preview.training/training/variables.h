// Inputs of the optimizers.
#pragma once

#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The ranges of the accumulated tensors of each variable.
constexpr Range of_values = {-5, 5};
constexpr Range of_squares = {0, 5};

// The learning rate and the update count, which starts at 0; then, for one to three variables,
// their values, their gradients and their accumulated tensors.
void add_variables(Drafting& call, const std::vector<Range>& kinds);

}  // namespace etalon::rules
