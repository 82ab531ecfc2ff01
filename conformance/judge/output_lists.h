// The outputs of a case against those expected.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "conformance/cases/cases.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/judge.h"

namespace etalon {

// The case's tolerance, where the user gives no other.
Tolerance tolerance_for(const CaseTerms& terms, const JudgeOptions& options);

// The output's name, or its number where the graph has fewer outputs.
std::string output_name(const Model& model, size_t index);

using Verifier = std::function<Verdict(const Value& actual, const Value& expected)>;
Verifier by_tolerance(const Tolerance& tolerance);
// Adds the names of the outputs that do not match to `differing`.
Verdict compare_outputs(const Model& model, const Values& actual, const Values& expected,
                        const Verifier& verify, std::set<std::string>& differing);

}  // namespace etalon
