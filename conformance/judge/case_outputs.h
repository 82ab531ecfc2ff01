// Comparing the outputs of a case with the expected ones, and showing differences.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "conformance/cases/cases.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/details.h"
#include "conformance/judge/judge.h"
#include "conformance/judge/result.h"
#include "engine/operators/model.h"

namespace etalon {

// What the report tells of the case, whatever its outcome.
void describe(const BoundModel& model, const DataSet& set, const Tolerance& tolerance,
              CaseDetails& details);

// The outputs of a data set, of which those in `differing` do not match.
struct ShownOutputs {
  const Model& model;
  const Values& actual;
  const Values& expected;
  const std::set<std::string>& differing;
  const Tolerance& tolerance;
};
// The picture of the first output that differs; empty where there is none.
ErrorPicture picture_of(const ShownOutputs& outputs);
// Shows the inputs, and both values of each output that does not match. Values that are too large
// to be shown within the memory budget are left out.
void show_differences(const ShownOutputs& outputs, const Bindings& inputs, CaseDetails& details);

// Writes the outputs of a data set to the folder that --keep-outputs names, unless it is empty: all
// of them, or none. Returns why they cannot be written.
std::string keep_outputs(const std::filesystem::path& folder, const Case& test, size_t set,
                         const Model& model, const Values& outputs);

// The case's tolerance, where the user gives no other.
Tolerance tolerance_for(const CaseTerms& terms, const JudgeOptions& options);

using Verifier = std::function<RuleResult(const Value& actual, const Value& expected)>;
Verifier by_tolerance(const Tolerance& tolerance);
// Adds the names of the outputs that do not match to `differing`.
RuleResult compare_outputs(const Model& model, const Values& actual, const Values& expected,
                           const Verifier& verify, std::set<std::string>& differing);

}  // namespace etalon
