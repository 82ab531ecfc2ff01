// CumProd and CumSum.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The axis is a tensor of rank 0.
void cumulative(Drafting& call);

}  // namespace etalon::rules
