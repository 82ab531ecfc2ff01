// Judging outputs that are drawn at random: two samples of one distribution differ everywhere, and
// yet must agree in type, shape, range and distribution.
#pragma once

#include "conformance/judge/compare.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

// True when the model draws random numbers with these inputs that nothing fixes: it has a random
// generator (RandomNormal, Bernoulli, …) or a Dropout in training mode without the attribute
// `seed`.
//
// With one, the numbers must be those of NumPy's generator with that seed, by which the official
// cases are made. Bernoulli, and RandomUniformLike, which stands for it in its function body, are
// the exception: their official cases were drawn without the seed that they name, and the
// specification says of Bernoulli that implementations may differ even if a seed is given.
bool draws_freely(const Model& model, const Bindings& inputs);

// True when the model draws random numbers with these inputs, whether a seed fixes them or not:
// what a seed stands for is each runtime's own affair.
bool draws(const Model& model, const Bindings& inputs);

// Type and shape strictly. Whole numbers answer whole numbers, and no value lies further outside
// the expected sample's range than that range is wide. The two-sample Kolmogorov-Smirnov distance
// stays below its bound for a chance of error of one in a million.
Verdict compare_samples(const Value& actual, const Value& expected);

}  // namespace etalon
