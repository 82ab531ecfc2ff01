// The minimal case of a finding.
#pragma once

#include <optional>
#include <string>

#include "conformance/campaign/cause.h"
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

// The case that stands for the cause of a wrong result: the simplest found that is wrong as
// severely as the minimal case, in whatever way, and whatever numbers and attributes the minimal
// case needs to be wrong in its own way. It has ordinary numbers where the runtime is wrong on
// these, too.
MinimalCase simplest_of_cause(const std::string& subject, MinimalCase minimal, Runtime& runtime,
                              const Options& evaluation);

}  // namespace etalon
