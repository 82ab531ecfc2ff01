// NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Scores [N, C, …]; a class below C for each position; optionally a weight for each class, and one
// class that is ignored.
void loss(Drafting& call);

}  // namespace etalon::rules
