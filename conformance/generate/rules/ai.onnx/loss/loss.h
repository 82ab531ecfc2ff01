// NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Scores [N, C, …]; a class below C for each place; perhaps a weight for each class, and one class
// that does not count.
void loss(Drafting& call);

}  // namespace etalon::rules
