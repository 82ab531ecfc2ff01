#include "conformance/reports/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/cases/releases.h"
#include "engine/c_interface.h"

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

namespace {

using Entries = std::vector<std::pair<std::string, Counts>>;

void count(Entries& entries, const std::string& name, Status status) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  Counts& counts =
      found != entries.end() ? found->second : entries.emplace_back(name, Counts{}).second;
  counts.add(status);
}

Entries by_suite(const std::vector<CaseResult>& results) {
  Entries entries;
  for (const CaseResult& result : results) {
    count(entries, result.release + "/" + result.suite, result.status);
  }
  return entries;
}

Entries by_release(const std::vector<CaseResult>& results) {
  Entries entries;
  for (const CaseResult& result : results) {
    if (result.releases.empty()) count(entries, result.release, result.status);
    for (const std::string& release : result.releases) count(entries, release, result.status);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return earlier_release(a.first, b.first); });
  return entries;
}

// The number of unsupported cases by missing operator.
std::vector<std::pair<std::string, size_t>> count_missing(const std::vector<CaseResult>& results) {
  std::map<std::string, size_t> missing;
  for (const CaseResult& result : results) {
    if (result.status != Status::unsupported) continue;
    for (const std::string& label : result.missing) ++missing[label];
    if (!result.missing.empty()) continue;
    ++missing[result.operators.size() > 1 ? "(models of several operators)"
                                          : "(" + result.message + ")"];
  }
  std::vector<std::pair<std::string, size_t>> list(missing.begin(), missing.end());
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return list;
}

}  // namespace

std::string case_text(const CaseResult& result) {
  const std::string releases =
      result.releases.empty() ? result.release : release_span(result.releases);
  return releases + "/" + result.suite + "/" + result.name;
}

std::optional<Grade> grade_of_fail(const CaseResult& result) {
  if (result.status != Status::fail || !result.judged) return std::nullopt;
  return result.judged->grade;
}

std::optional<Status> known_failure(const CaseResult& result) {
  if (result.status != Status::xfail) return std::nullopt;
  for (const Status status : all_statuses()) {
    if (result.message.starts_with(fmt::format("{}: ", to_string(status)))) return status;
  }
  return std::nullopt;
}

Summary summarize(const std::vector<CaseResult>& results) {
  Summary summary;
  bool several = false;
  for (const CaseResult& result : results) {
    summary.all.add(result.status);
    if (const auto grade = grade_of_fail(result)) ++summary.fails[*grade];
    summary.accepted += result.status == Status::fail && result.kind == Mismatch::accepted;
    if (result.status == Status::open) {
      for (const std::string& point : result.open) ++summary.open[point];
    }
    several = several || result.releases.size() > 1;
    if (result.erratum.empty()) continue;
    if (result.status == Status::erratum) ++summary.errata[result.erratum];
    if (result.status == Status::pass) {
      summary.stale.push_back(result.erratum + ": " + case_text(result) + " passes");
    }
  }
  summary.suites = several ? by_release(results) : by_suite(results);
  summary.missing = count_missing(results);
  return summary;
}

int exit_code(const Counts& counts, const std::set<Status>& allowed) {
  constexpr int ok = 0;
  constexpr int mismatch = 1;
  constexpr int refused = 3;
  constexpr int unsupported = 4;
  constexpr int nothing = 5;
  if (counts.total == 0) return nothing;
  const auto unexpected = [&](Status status) {
    return as_expected(status) || allowed.contains(status) ? 0 : counts[status];
  };
  size_t mismatches = 0;
  for (const Status status : all_statuses()) {
    const bool other = status == Status::invalid || status == Status::unsupported;
    if (!other) mismatches += unexpected(status);
  }
  if (mismatches != 0) return mismatch;
  if (unexpected(Status::invalid) != 0) return refused;
  return unexpected(Status::unsupported) != 0 ? unsupported : ok;
}

std::string runtime_title(const RunReport& report) {
  return report.backend.empty() ? "Etalon" : report.backend;
}

std::string judge_version(const RunReport& report) {
  return report.info.etalon.empty() ? etalon_version() : report.info.etalon;
}

std::string rule_text(const RunReport& report) {
  const std::string& rule = report.info.rule;
  return rule.empty() || rule == name_of(official_rule) ? "" : ", judged by --rule " + rule;
}

std::string partial_text(const RunReport& report) {
  if (!report.partial) return "";
  if (report.partial->of == 0) {
    return fmt::format(", stopped by {} before the first case", report.partial->reason);
  }
  return fmt::format(", stopped by {} after {} of {} cases", report.partial->reason,
                     report.partial->done, report.partial->of);
}

}  // namespace etalon
