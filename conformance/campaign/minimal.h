// The minimal case of a finding.
#pragma once

#include <optional>
#include <string>

#include "conformance/campaign/finding.h"
#include "conformance/campaign/shrink.h"

namespace etalon {

// Runs the case's first set, and judges the answer.
CaseJudgement judge_case(const std::string& subject, const CaseFiles& files, Runtime& runtime,
                         const Options& evaluation);

struct MinimalCase {
  CaseFiles files;
  Finding first;    // of the case as it was
  Finding finding;  // of these files
  size_t checks = 0;
};

// The smallest case found for which the runtime is wrong in the same way (Finding::key): with fewer
// nodes, then with a smaller call. The search ends after `seconds`, if they are given. Nothing if
// the runtime's answer is not a finding.
std::optional<MinimalCase> minimal_case(const std::string& subject, const CaseFiles& files,
                                        Runtime& runtime, const Options& evaluation,
                                        std::optional<double> seconds = std::nullopt);

}  // namespace etalon
