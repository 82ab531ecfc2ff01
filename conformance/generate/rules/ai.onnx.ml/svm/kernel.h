// SVMClassifier and SVMRegressor.
#pragma once

#include <string>

#include "conformance/generate/rule.h"

namespace etalon::rules {

std::string draw_kernel(Draw& draw);

// gamma, coef0 and degree, 0 if the kernel does not use them; the degree is an integer, so that no
// root is taken of a negative number.
void give_kernel(Drafting& call, const std::string& kernel);

}  // namespace etalon::rules
