// The reductions.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Along some of the axes; without axes, along all.
void reduce(Drafting& call);
// The same for float types only: how a logarithm becomes an integer is not specified.
void reduce_to_logarithm(Drafting& call);

// ArgMax and ArgMin.
void arg_extreme(Drafting& call);

}  // namespace etalon::rules
