// What the optimizers take.
#pragma once

#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Ranges of what is kept of each optimized tensor.
constexpr Range of_values = {-5, 5};
constexpr Range of_squares = {0, 5};

// The learning rate and the update count, which starts at 0; then of each kind the tensors of one
// to three variables: their values, their gradients and what has been accumulated of these.
void add_variables(Drafting& call, const std::vector<Range>& kinds);

}  // namespace etalon::rules
