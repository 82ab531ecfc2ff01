// Tolerances for all outputs and for some by name, as a command line gives them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/judge/compare.h"
#include "engine/operators/model.h"

namespace etalon {

// Each is a number, for all outputs, or NAME:NUMBER; the last one that fits an output holds, and
// one by name before one for all.
struct ToleranceWords {
  std::vector<std::string> rtol;
  std::vector<std::string> atol;
  std::vector<std::string> max_ulp;
};

// One for each output of the model, in order. Throws UsageError for words that are neither, for
// negative numbers, and for names that are no output's.
std::vector<Tolerance> tolerances(const Model& model, const ToleranceWords& words);

}  // namespace etalon
