// What is said of another runtime's outputs beside the comparison with those expected.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/bounds/verdict.h"
#include "conformance/judge/exact.h"
#include "conformance/judge/open.h"

namespace etalon {

// A call that a runtime has answered. Each of the following evaluates the model again, within the
// limits of `evaluation`; where these do not suffice, or Etalon refuses, nothing is said.
struct AnsweredCall {
  const BoundModel& model;
  const Bindings& inputs;
  Options evaluation;
  const Choices& choices;

  // The open points of the call that permit a refusal beside a result.
  std::vector<std::string> refusals() const;
  // Whether rounding explains how far they are from Etalon's. Nothing is known of outputs that are
  // like Etalon's but do not match the expected ones, and of those that match but are unlike, where
  // the expected ones are beyond rounding themselves.
  RoundingVerdict rounding_of(const Values& outputs, const Values& expected, bool matches) const;
  // The outputs with the expected elements wherever the specification permits those that they have;
  // adds the reasons to `open`.
  Values settled(const Values& outputs, const Values& expected, const Tolerance& tolerance,
                 std::vector<OpenUse>& open) const;
};

}  // namespace etalon
