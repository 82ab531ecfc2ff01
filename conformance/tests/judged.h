// The verdict on outputs, from their bounds and samples.
#pragma once

#include <vector>

#include "conformance/judge/answer.h"

namespace etalon {

inline Verdict rounding_verdict(const Values& got, const BoundedOutputs& expected,
                                const std::vector<Spread>& spreads = {}) {
  std::vector<Answer> answers;
  for (size_t i = 0; i < expected.outputs.size(); ++i) {
    const Spread spread = i < spreads.size() ? spreads[i] : Spread();
    answers.push_back({expected.outputs[i], {expected.bounds[i], spread}});
  }
  return judge_values(got, answers, {});
}

}  // namespace etalon
