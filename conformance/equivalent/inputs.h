// Inputs on which two models are compared: values by class, lengths by symbol. Few inputs show some
// errors of a rewrite: a lost epsilon needs equal elements, a lost bias needs zeros.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/equivalent/aims.h"
#include "conformance/equivalent/coverage.h"
#include "conformance/equivalent/interfaces.h"
#include "conformance/generate/model_inputs.h"
#include "engine/interpreter/interpreter.h"

namespace etalon::equivalent {

struct InputSet {
  std::string what;      // "values near 0, N = 2"
  bool special = false;  // has NaN, infinities, zeros of either sign, the least or greatest numbers
  Bindings values;       // BEFORE's inputs
};

// How many classes there are.
size_t input_classes();
inline constexpr size_t usual_inputs = 16;

// The set with this number: of the class number modulo the classes, in the order from ordinary
// values to special ones, with other lengths and other numbers each time. `attempt` above 0 draws
// again after a refusal: with lengths as a model likes them, and the last attempt ordinary values.
// `given` are not drawn. Throws what add_random_inputs() throws.
InputSet drawn_inputs(const Model& before, const Dimensions& dimensions, const Bindings& given,
                      size_t number, uint32_t seed, int attempt);
inline constexpr int attempts = 6;

// The aimed set with this number: values at the constants of the models, of every magnitude, equal
// to each other, integers over their type's range, indices below 0 and at both ends, each row of
// small tables, lengths and counts in turn. An attempt after a refusal leaves out indices below 0,
// then lengths that were not given, then both.
InputSet aimed_inputs(const Model& before, const Aims& aims, const Dimensions& dimensions,
                      size_t number, uint32_t seed, int attempt);
inline constexpr int aimed_attempts = 4;

// These inputs, all numbers multiplied, or all of one input moved, so that a number that a
// comparison reads may come to its other side, if it depends on them linearly; nothing where no
// number can be changed. There are as many ways as `steered_ways`.
std::optional<InputSet> steered_inputs(const Bindings& values, const Coverage::Aside& aside,
                                       int way);
inline constexpr int steered_ways = 3;

}  // namespace etalon::equivalent
