// Judging outputs that are drawn at random: two samples of one distribution differ everywhere, and
// yet must agree in type, shape, range and distribution.
#pragma once

#include "conformance/compare.h"
#include "engine/interpreter.h"

namespace etalon {

// True when the model draws random numbers with these inputs: it has a random generator
// (RandomNormal, Bernoulli, …), or a Dropout in training mode.
bool draws_random(const Model& model, const Bindings& inputs);

// Type and shape strictly. Whole numbers answer whole numbers, and no value lies further outside
// the expected sample's range than that range is wide. The two-sample Kolmogorov-Smirnov distance
// stays below its bound for a chance of error of one in a million.
Verdict compare_samples(const Value& actual, const Value& expected);

}  // namespace etalon
