// What changed between two reports.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "conformance/common/paint.h"
#include "conformance/reports/merge.h"

namespace etalon {

enum class Change {
  regressions,  // passes no more, though its failure be known; or a known failure that is not known
                // any more
  fixed,        // passes now
  statuses,     // another status, neither of the above
  verdict,      // another verdict, the worst first
  messages,     // the same failure with another message
  digits,       // another ULP distance, the greatest increase first
  added,        // only in the later report
  gone,         // only in the earlier one
};
struct ChangeName {
  Change change;
  const char* key;    // in JSON
  const char* title;  // in text
};
inline constexpr ChangeName all_changes[] = {{Change::regressions, "regressions", "Regressions"},
                                             {Change::fixed, "fixed", "Fixed"},
                                             {Change::statuses, "statuses", "Other statuses"},
                                             {Change::verdict, "verdict", "Other verdicts"},
                                             {Change::messages, "messages", "Other messages"},
                                             {Change::digits, "digits", "Other digits"},
                                             {Change::added, "new", "New cases"},
                                             {Change::gone, "gone", "Gone cases"}};
// Those of cases that both reports have.
inline constexpr auto changes_of_cases = std::span(all_changes).first<6>();
// One of each change.
template <class T>
struct ByChange : std::array<T, std::size(all_changes)> {
  T& operator[](Change change) { return this->at(static_cast<size_t>(change)); }
  const T& operator[](Change change) const { return this->at(static_cast<size_t>(change)); }
};

// A case and its results, which belong to the reports; nullptr in a report that lacks it.
struct CaseChange {
  const CaseResult* before;
  const CaseResult* after;
  const CaseResult& newest() const { return after == nullptr ? *before : *after; }
};
using ReportDiff = ByChange<std::vector<CaseChange>>;

// The cases are matched by release, suite and name; those that are left, by suite and name. A
// result that is as expected, or xpass, counts as a pass.
ReportDiff diff_reports(const RunReport& before, const RunReport& after);

// "onnxruntime 1.31.1"
std::string runtime_text(const RunReport& report);

// How many cases of an operator ("Softmax-13") that both reports have changed. Every case counts
// for each operator that it uses.
std::map<std::string, ByChange<size_t>> by_operator(const ReportDiff& diff);

// Two reports with their files, and what changed between them.
struct Comparison {
  NamedReport before;
  NamedReport after;
  ReportDiff diff;  // of these two reports
};

// {"schema": 1, "old": {"file", "runtime", "etalon", "cases"}, "new": …, "summary": {KEY: count},
// "operators": {LABEL: {KEY: count}}, each KEY of all_changes: [{"release", "suite", "name",
// "operators", "old" and "new" (where the case is in that report): {"status", "kind", "verdict"
// (its verdict), "max_ulp" (or null), "message"}}]}
std::string diff_json(const Comparison& comparison);

std::string diff_text(const Comparison& comparison, const Paint& paint);
std::string diff_markdown(const Comparison& comparison);

}  // namespace etalon
