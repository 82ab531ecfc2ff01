// Comparing random outputs: two samples of one distribution differ in their elements, but must
// agree in type, shape, range and distribution.
#pragma once

#include "conformance/judge/compare.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

// True when the model, with these inputs, draws random numbers that no seed determines: it has a
// random generator (RandomNormal, Bernoulli, …) or a Dropout in training mode without the attribute
// `seed`.
//
// With a seed, the numbers must be those of NumPy's generator with that seed, with which the
// official cases are made. Bernoulli, and RandomUniformLike in its function body, are exceptions:
// their official cases were drawn without the seed that they contain, and the specification says of
// Bernoulli that implementations may differ even if a seed is given.
bool draws_freely(const Model& model, const Bindings& inputs);

// True for an operator that only draws random numbers.
bool is_random(const Node& node);
// True when the model, with these inputs, draws random numbers, with or without a seed: each
// runtime may use a seed in its own way.
bool draws(const Model& model, const Bindings& inputs);

// Type and shape must be equal. If the expected values are whole numbers, the actual ones must be
// too. No value may be outside the expected sample's range by more than the width of that range.
// The two-sample Kolmogorov-Smirnov distance must be below the bound for an error probability of
// 1e-6.
RuleResult compare_samples(const Value& actual, const Value& expected);

}  // namespace etalon
