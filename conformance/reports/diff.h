// What changed between two reports.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/reports/summary.h"

namespace etalon {

// A case in both reports. The results belong to them.
struct CaseChange {
  const CaseResult* before;
  const CaseResult* after;
};

struct ReportDiff {
  std::vector<CaseChange> regressions;  // passes no more, though its failure be known; or a known
                                        // failure that is not known any more
  std::vector<CaseChange> fixed;        // passes now
  std::vector<CaseChange> statuses;     // another status, neither of the above
  std::vector<CaseChange> rounding;     // another verdict on rounding, the worst first
  std::vector<CaseChange> messages;     // the same failure with another message
  std::vector<CaseChange> digits;       // another ULP distance, the greatest increase first
  std::vector<const CaseResult*> added;
  std::vector<const CaseResult*> gone;
};

// The cases are matched by release, suite and name; those that are left, by suite and name. A
// result that is as expected, or xpass, counts as a pass.
ReportDiff diff_reports(const RunReport& before, const RunReport& after);

// "onnxruntime 1.31.1"
std::string runtime_text(const RunReport& report);

// How many cases of an operator ("Softmax-13") changed.
struct OperatorChanges {
  size_t regressions = 0;
  size_t fixed = 0;
  size_t statuses = 0;
  size_t rounding = 0;
  size_t messages = 0;
  size_t digits = 0;
};
// Every case counts for each operator that it uses.
std::map<std::string, OperatorChanges> by_operator(const ReportDiff& diff);

}  // namespace etalon
