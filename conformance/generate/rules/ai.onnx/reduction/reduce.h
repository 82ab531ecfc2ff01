// The reductions.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Along some of the axes, none of which means all.
void reduce(Drafting& call);
// The same on floats alone: how a logarithm becomes an integer is not specified.
void reduce_to_logarithm(Drafting& call);

// ArgMax and ArgMin.
void arg_extreme(Drafting& call);

}  // namespace etalon::rules
