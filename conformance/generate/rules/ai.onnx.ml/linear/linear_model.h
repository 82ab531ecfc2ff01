// LinearClassifier and LinearRegressor.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// X, and a row of coefficients for each score.
void add_linear_model(Drafting& call, size_t rows, bool intercepts);

}  // namespace etalon::rules
