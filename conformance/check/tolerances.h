// Tolerances from the command line, for all outputs or for one output by name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/judge/compare.h"
#include "engine/operators/model.h"

namespace etalon {

// Each is NUMBER, for all outputs, or NAME:NUMBER. The last one for an output is used; one with a
// name has precedence over one for all outputs.
struct ToleranceWords {
  std::vector<std::string> rtol;
  std::vector<std::string> atol;
  std::vector<std::string> max_ulp;
  JudgingRule rule = verdict_rule;
};

// One for each output of the model, in order. Throws UsageError for words of another form, for
// negative numbers, and for names that are not outputs.
std::vector<Tolerance> tolerances(const Model& model, const ToleranceWords& words);

}  // namespace etalon
