#include "conformance/reports/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <tuple>

#include "conformance/common/markup.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// Cases with one status, kind of mismatch, verdict and message.
struct FailureGroup {
  std::vector<const CaseResult*> cases;  // at least one, in the order of the report

  const CaseResult& first() const { return *cases.front(); }
};

// The cases that are neither as expected, nor unsupported, nor of an allowed status: in the order
// of the first case of each group. They belong to `report`.
std::vector<FailureGroup> failure_groups(const RunReport& report) {
  std::vector<FailureGroup> groups;
  using Key = std::tuple<Status, Mismatch, std::optional<Grade>, std::string>;
  std::map<Key, size_t> places;
  for (const CaseResult& result : report.results) {
    const Status status = result.status;
    if (as_expected(status) || status == Status::unsupported) continue;
    if (report.allowed.contains(status)) continue;
    const auto [place, first] = places.try_emplace(
        {status, result.kind, grade_of_fail(result), result.message}, groups.size());
    if (first) groups.emplace_back();
    groups[place->second].cases.push_back(&result);
  }
  return groups;
}

constexpr size_t most_names = 10;  // of the cases of one group

std::string headline(const RunReport& report) {
  const size_t n = report.results.size();
  const std::string judge = "etalon " + judge_version(report);
  const std::string who =
      report.backend.empty() ? judge : fmt::format("{}, judged by {}", report.backend, judge);
  std::string text =
      fmt::format("{}: {} case{} in {:.2f} s", who, n, n == 1 ? "" : "s", report.seconds);
  if (const auto& shard = report.shard) {
    text += fmt::format(" (shard {} of {})", shard->index, shard->count);
  }
  return text + rule_text(report) + partial_text(report);
}

// "16 fail, 12 of them rounding, 3 wrong, 1 answers to calls that must be refused"; "" where
// nothing of that is known.
std::string fails_text(const Summary& summary) {
  std::vector<std::string> parts;
  for (const auto& [grade, count] : summary.fails) {
    parts.push_back(
        fmt::format("{}{} {}", count, parts.empty() ? " of them" : "", to_string(grade)));
  }
  if (summary.accepted != 0) {
    parts.push_back(fmt::format("{}{} answers to calls that must be refused", summary.accepted,
                                parts.empty() ? " of them" : ""));
  }
  if (parts.empty()) return "";
  return fmt::format("{} fail, {}", summary.all[Status::fail], fmt::join(parts, ", "));
}

std::string table_text(const RunReport& report, const Summary& summary, const Paint& paint) {
  const std::vector<std::string> lines = aligned(scoreboard(summary));
  const bool fine = exit_code(summary.all, report.allowed) == 0;
  std::string text;
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool last = i + 1 == lines.size();
    const std::string total = fine ? paint.good(lines[i]) : paint.bad(lines[i]);
    text += (i == 0 ? paint.strong(lines[i]) : last ? total : lines[i]) + "\n";
  }
  return text;
}

// One line for a single case; the message once for several.
std::string group_text(const FailureGroup& group, const Paint& paint) {
  const CaseResult& first = group.first();
  const std::string status = paint.bad(status_text(first));
  if (group.cases.size() == 1) {
    return fmt::format("{} {}: {}\n", status, printable(case_text(first)),
                       printable(first.message));
  }
  std::string text =
      fmt::format("{} {} cases: {}\n", status, group.cases.size(), printable(first.message));
  for (size_t i = 0; i < std::min(group.cases.size(), most_names); ++i) {
    text += fmt::format("  {}\n", printable(case_text(*group.cases[i])));
  }
  if (group.cases.size() > most_names) {
    text += fmt::format("  … {} more\n", group.cases.size() - most_names);
  }
  return text;
}

std::string failures_text(const RunReport& report, const Paint& paint) {
  std::string text;
  for (const FailureGroup& group : failure_groups(report)) text += group_text(group, paint);
  return text.empty() ? "" : "\n" + text;
}

// Cases that pass unexpectedly, where that is allowed; else they are among the failures.
std::string fixed_text(const RunReport& report, const Paint& paint) {
  if (!report.allowed.contains(Status::xpass)) return "";
  std::string text;
  for (const CaseResult& result : report.results) {
    if (result.status != Status::xpass) continue;
    text += fmt::format("  {}{}\n", printable(case_text(result)),
                        result.known.empty() ? "" : "  # " + printable(result.known));
  }
  if (text.empty()) return "";
  return "\n" + paint.notable("Known to fail, but passing (--update-known removes them):") + "\n" +
         text;
}

// The case with the greatest amount of those that pass, the first of equal ones; nullptr where no
// case has one.
const CaseResult* greatest(const std::vector<CaseResult>& results,
                           const std::function<std::optional<double>(const CaseResult&)>& amount) {
  const CaseResult* worst = nullptr;
  for (const CaseResult& result : results) {
    if (result.status != Status::pass || !amount(result)) continue;
    if (worst == nullptr || *amount(result) > *amount(*worst)) worst = &result;
  }
  return worst;
}

// Of what rtol allows, and of what only atol allows: differences that are small or beside zero,
// where one that the rule does not look at is many ULP.
std::string distances_text(const RunReport& report) {
  const Tolerance official;
  std::string lines;
  for (const bool by_atol : {false, true}) {
    const auto ulps = [&](const CaseResult& result) -> std::optional<double> {
      const bool small = result.max_abs <= official.atol || result.max_rel > official.rtol;
      if (result.max_ulp == 0 || small != by_atol) return std::nullopt;
      return static_cast<double>(result.max_ulp);
    };
    const CaseResult* worst = greatest(report.results, ulps);
    if (worst == nullptr) continue;
    lines += fmt::format("  {}{:.2g} absolute, {} ULP ({}/{})\n", by_atol ? "within atol: " : "",
                         worst->max_abs, worst->max_ulp, printable(worst->suite),
                         printable(worst->name));
  }
  return lines.empty() ? "" : "\nLargest distances of passes:\n" + lines;
}

// The distance from the exact result, as a multiple of Etalon's own evaluation's.
std::string exact_text(const RunReport& report) {
  const CaseResult* worst = greatest(report.results, [](const CaseResult& result) {
    return result.exact ? result.exact->factor() : std::nullopt;
  });
  if (worst == nullptr) return "";
  return fmt::format("\nFurthest from the exact result, of the passes: {} ({}/{})\n",
                     to_string(*worst->exact), printable(worst->suite), printable(worst->name));
}

// The verdicts on all cases with other values, whatever their status.
std::string verdicts_text(const RunReport& report) {
  std::map<Grade, size_t> counts;
  for (const CaseResult& result : report.results) {
    if (result.judged) ++counts[result.judged->grade];
  }
  if (counts.empty()) return "";
  std::vector<std::string> parts;
  for (const auto& [grade, count] : counts) {
    parts.push_back(fmt::format("{} {}", count, to_string(grade)));
  }
  return fmt::format("\nVerdicts on the cases with other values: {}\n", fmt::join(parts, ", "));
}

// Of all cases whose digits were counted.
std::string proof_text(const RunReport& report) {
  Proof sum;
  bool any = false;
  for (const CaseResult& result : report.results) {
    if (!result.proof) continue;
    any = true;
    if (sum.first_undecided.empty() && !result.proof->first_undecided.empty()) {
      sum.first_undecided = fmt::format("{}: {}", result.name, result.proof->first_undecided);
    }
    sum += *result.proof;
  }
  return any ? fmt::format("\nDigits: {}\n", printable(to_string(sum))) : "";
}

// How many cases have each of some names; "" without any.
template <class Counts>
std::string counts_text(const char* title, const Counts& counts) {
  std::string text;
  for (const auto& [name, count] : counts)
    text += fmt::format("  {:>5}  {}\n", count, printable(name));
  return text.empty() ? "" : fmt::format("\n{}:\n{}", title, text);
}

std::string warnings_text(const RunReport& report, const Summary& summary) {
  std::string text;
  for (const std::string& sentence : summary.stale) {
    text += "warning: stale erratum " + printable(sentence) + "\n";
  }
  for (const std::string& sentence : report.stale_known) {
    text += "warning: " + printable(sentence) + "\n";
  }
  return text.empty() ? "" : "\n" + text;
}

// The same as counts_text(), as Markdown.
template <class Counts>
std::string counts_section(const char* title, const char* what, const Counts& counts) {
  std::vector<Row> rows = {{what, "cases"}};
  for (const auto& [name, count] : counts) rows.push_back({name, std::to_string(count)});
  return rows.size() == 1 ? "" : fmt::format("\n## {}\n\n{}", title, markdown_table(rows));
}

}  // namespace

std::string text_report(const RunReport& report, const Paint& paint) {
  const Summary summary = summarize(report.results);
  const std::string fails = fails_text(summary);
  return printable(headline(report)) + "\n\n" + table_text(report, summary, paint) +
         (fails.empty() ? "" : fails + "\n") + failures_text(report, paint) +
         fixed_text(report, paint) +
         counts_text("Not implemented (cases that need it)", summary.missing) +
         counts_text("Errata (cases that contradict the specification)", summary.errata) +
         counts_text("Open (cases that differ where the specification leaves a choice)",
                     summary.open) +
         proof_text(report) + distances_text(report) + exact_text(report) + verdicts_text(report) +
         warnings_text(report, summary);
}

std::string markdown_report(const RunReport& report) {
  const Summary summary = summarize(report.results);
  std::string text = fmt::format("# Conformance\n\n{}.\n\n", markdown_text(headline(report)));
  text += markdown_table(scoreboard(summary));
  if (const std::string fails = fails_text(summary); !fails.empty()) text += "\n" + fails + ".\n";
  const std::vector<FailureGroup> groups = failure_groups(report);
  if (!groups.empty()) text += "\n## Not as expected\n\n";
  for (const FailureGroup& group : groups) {
    const CaseResult& first = group.first();
    const size_t more = group.cases.size() - 1;
    text += fmt::format("- {}{}: {}: {}\n", markdown_text(case_text(first)),
                        more == 0 ? "" : fmt::format(" and {} more", more), status_text(first),
                        markdown_text(first.message));
  }
  return text + counts_section("Not implemented", "operator", summary.missing) +
         counts_section("Errata", "erratum", summary.errata) +
         counts_section("Open", "open point", summary.open);
}

std::vector<Row> scoreboard(const Summary& summary) {
  std::vector<Status> columns;
  for (const Status status : all_statuses()) {
    if (status == Status::pass || summary.all[status] != 0) columns.push_back(status);
  }
  Row header = {"suite", "total"};
  for (const Status status : columns) header.emplace_back(to_string(status));
  std::vector<Row> rows = {header};
  const auto add = [&](const std::string& name, const Counts& counts) {
    Row row = {name, std::to_string(counts.total)};
    for (const Status status : columns) row.push_back(std::to_string(counts[status]));
    rows.push_back(row);
  };
  for (const auto& [name, counts] : summary.suites) add(printable(name), counts);
  add("all", summary.all);
  return rows;
}

std::vector<std::string> aligned(const std::vector<Row>& rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], widths[0]);
    for (size_t i = 1; i < row.size(); ++i) line += fmt::format("  {:>{}}", row[i], widths[i]);
    lines.push_back(line);
  }
  return lines;
}

std::string markdown_table(const std::vector<Row>& rows) {
  std::string text;
  for (size_t i = 0; i < rows.size(); ++i) {
    text += fmt::format("| {} | {} |\n", markdown_text(rows[i][0]),
                        fmt::join(rows[i].begin() + 1, rows[i].end(), " | "));
    if (i != 0) continue;
    text += "| --- |";
    for (size_t column = 1; column < rows[0].size(); ++column) text += " ---: |";
    text += "\n";
  }
  return text;
}

std::string status_text(const CaseResult& result) {
  if (result.kind == Mismatch::none) {
    const std::optional<Status> known = known_failure(result);
    const std::string what = known ? fmt::format(" ({})", to_string(*known)) : "";
    return std::string(to_string(result.status)) + what;
  }
  const auto grade = grade_of_fail(result);
  const std::string word = !grade || *grade == Grade::unknown || result.kind != Mismatch::values
                               ? ""
                               : fmt::format(", {}", to_string(*grade));
  return fmt::format("{} ({}{})", to_string(result.status), to_string(result.kind), word);
}

}  // namespace etalon
