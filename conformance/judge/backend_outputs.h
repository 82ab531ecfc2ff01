// What reports say of another runtime's outputs in addition to the comparison.
#pragma once

#include <string>
#include <vector>

#include "conformance/judge/answer.h"

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
  // What is known of the outputs; where an evaluation fails, why not.
  std::vector<Answer> answers(std::string& problem) const;
};

}  // namespace etalon
