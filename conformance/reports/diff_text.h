// What changed between two reports, as text, Markdown and JSON.
#pragma once

#include <string>

#include "conformance/common/paint.h"
#include "conformance/reports/diff.h"
#include "conformance/reports/merge.h"

namespace etalon {

// Two reports with their files, and what changed between them.
struct Comparison {
  NamedReport before;
  NamedReport after;
  ReportDiff diff;  // of these two reports
};

std::string diff_text(const Comparison& comparison, const Paint& paint);
std::string diff_markdown(const Comparison& comparison);
// {"schema": 1, "old": {"file", "runtime", "etalon", "cases"}, "new": …, "summary": {"regressions",
// "fixed", "statuses", "rounding", "messages", "digits", "new", "gone"}, "operators": {LABEL:
// {"regressions", "fixed", "statuses", "rounding", "messages", "digits"}}, each word of the
// summary:
// [{"release", "suite", "name", "operators", "old" and "new" (where the case is in that report):
// {"status", "kind", "rounding" (its verdict), "max_ulp" (or null), "message"}}]}
std::string diff_json(const Comparison& comparison);

}  // namespace etalon
