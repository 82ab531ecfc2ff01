// Finding an arithmetic that, if the runtime declared it, would explain its outputs.
#pragma once

#include <string>
#include <vector>

#include "conformance/judge/answer.h"
#include "engine/interpreter/interpreter.h"

namespace etalon {

// A call and a runtime's outputs of it. What it refers to must outlive it.
struct AnsweredOutputs {
  const BoundModel& model;
  const Bindings& inputs;
  const Options& evaluation;
  const Values& got;
  const std::vector<Answer>& answers;
};

// For each output whose verdict is unlikely or wrong the first name, beside what is declared, under
// which it is same, rounding or open; "" for others. `seconds` is how long the samples of the
// answers took: where that is long, nothing is looked for. Throws nothing but LimitExceeded.
std::vector<std::string> explanations(const AnsweredOutputs& outputs,
                                      const std::vector<Tolerance>& tolerances, double seconds);

}  // namespace etalon
