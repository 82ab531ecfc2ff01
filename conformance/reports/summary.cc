#include "conformance/reports/summary.h"

#include <algorithm>

namespace etalon {

void Counts::add(Status status) {
  ++total;
  ++by_status[static_cast<size_t>(status)];
}

std::vector<Status> all_statuses() {
  std::vector<Status> statuses;
  for (int i = 0; i < status_count; ++i) statuses.push_back(static_cast<Status>(i));
  return statuses;
}

Summary summarize(const std::vector<CaseResult>& results) {
  Summary summary;
  std::map<std::string, size_t> missing;
  for (const CaseResult& result : results) {
    summary.all.add(result.status);
    const std::string suite = result.release + "/" + result.suite;
    const auto found = std::find_if(summary.suites.begin(), summary.suites.end(),
                                    [&](const auto& entry) { return entry.first == suite; });
    if (found != summary.suites.end()) {
      found->second.add(result.status);
    } else {
      summary.suites.emplace_back(suite, Counts{}).second.add(result.status);
    }
    if (result.status != Status::unsupported) continue;
    for (const std::string& label : result.missing) ++missing[label];
    if (result.missing.empty()) ++missing["(" + result.message + ")"];
  }
  summary.missing.assign(missing.begin(), missing.end());
  std::stable_sort(summary.missing.begin(), summary.missing.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return summary;
}

int exit_code(const Counts& counts) {
  constexpr int ok = 0;
  constexpr int mismatch = 1;
  constexpr int refused = 3;
  constexpr int unsupported = 4;
  constexpr int nothing = 5;
  if (counts.total == 0) return nothing;
  size_t mismatches = 0;
  for (const Status status : all_statuses()) {
    const bool other = status == Status::invalid || status == Status::unsupported;
    if (!as_expected(status) && !other) mismatches += counts[status];
  }
  if (mismatches != 0) return mismatch;
  if (counts[Status::invalid] != 0) return refused;
  return counts[Status::unsupported] != 0 ? unsupported : ok;
}

}  // namespace etalon
